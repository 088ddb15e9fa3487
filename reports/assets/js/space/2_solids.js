'use strict';
// Bodies as lit solids with three.js. One renderer serves all panels, for browsers keep few of them: each panel copies its picture.

const LEAST_PIXELS = { particle: 4.5, rigid: 2.2, fixed: 2.2 };  // radius of a body without an outline
const LEAST_THICKNESS = 1.1;                                      // of a rod [pixels]
const SHADES = [1, 0.7];                                          // of parts of a round surface, which show how it turns

// Alternating in octants of a ball, in quarters around a rod.
function shadeSolid(geometry, isBall) {
  const solid = geometry.index ? geometry.toNonIndexed() : geometry;
  const { array, count } = solid.attributes.position;
  const colors = new Float32Array(3 * count);
  for (let i = 0; i < 3 * count; i += 9) {
    const [x, y, z] = [0, 1, 2].map((k) => array[i + k] + array[i + 3 + k] + array[i + 6 + k]);
    colors.fill(SHADES[(isBall ? x * y * z : y * z) >= 0 ? 0 : 1], i, i + 9);
  }
  solid.setAttribute('color', new THREE.BufferAttribute(colors, 3));
  return solid;
}

const alongX = (geometry) => geometry.rotateZ(-Math.PI / 2);  // three.js has y there

// Triangles about the first corner of each face, which is a closed line.
function hullGeometry(faces) {
  const corners = faces.flatMap((face) => face.slice(1, -2).flatMap((corner, i) => [face[0], corner, face[i + 2]]));
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(corners.flat()), 3));
  geometry.computeVertexNormals();
  return geometry;
}

// The inside of a ball up to an angle from -z: its triangles face the middle, so that one sees into it from above and through it from below.
function bowlGeometry(halfOpening, around) {
  const geometry = new THREE.SphereGeometry(1, around, around / 2, 0, 2 * Math.PI, 0, halfOpening).rotateX(Math.PI / 2).scale(1, 1, -1);
  const normals = geometry.attributes.normal.array;
  normals.forEach((value, i) => { normals[i] = -value; });
  return geometry;
}

const COARSE_FROM = 150;  // bodies: so many are small on the screen

// The solids of its parts, where they are in the body.
function compoundGeometry(parts, isCoarse) {
  const solids = parts.map((part) => {
    const { geometry, factors: s } = solidOf(part, isCoarse);
    const { turn: r, place: o } = part;
    return geometry.applyMatrix4(new THREE.Matrix4().set(r[0] * s[0], r[1] * s[1], r[2] * s[2], o[0], r[3] * s[0], r[4] * s[1], r[5] * s[2], o[1], r[6] * s[0], r[7] * s[1], r[8] * s[2], o[2], 0, 0, 0, 1));
  });
  const merged = new THREE.BufferGeometry();
  for (const name of ['position', 'normal', 'color'])
    merged.setAttribute(name, new THREE.BufferAttribute(new Float32Array(solids.flatMap((solid) => [...solid.attributes[name].array])), 3));
  return merged;
}

// Geometry of size one and the factors that give it its size, but for a capsule, whose ends must stay round.
function solidOf(shape, isCoarse) {
  const [a, b, c] = shape.extent;
  const around = isCoarse ? 10 : 32;
  switch (shape.kind) {
    case 'box': return { geometry: shadeSolid(new THREE.BoxGeometry(1, 1, 1), true), factors: [a, b, c] };
    case 'rod':
    case 'cylinder': return { geometry: shadeSolid(alongX(new THREE.CylinderGeometry(1, 1, 1, around)), false), factors: [a, b, b], isThin: true };
    case 'capsule': return { geometry: shadeSolid(alongX(new THREE.CapsuleGeometry(b, a, Math.ceil(around / 4), around)), false), factors: [1, 1, 1] };
    case 'sphere': return { geometry: shadeSolid(new THREE.SphereGeometry(1, around, around / 2), true), factors: [a, a, a] };
    case 'ellipsoid': return { geometry: shadeSolid(new THREE.SphereGeometry(1, around, around / 2), true), factors: [a, b, c] };
    case 'bowl': return { geometry: shadeSolid(bowlGeometry(b, around), true), factors: [a, a, a] };
    case 'hull': return { geometry: shadeSolid(hullGeometry(shape.lines), true), factors: [1, 1, 1] };
    case 'compound': return { geometry: compoundGeometry(shape.parts, isCoarse), factors: [1, 1, 1] };
    default: return { geometry: shadeSolid(new THREE.SphereGeometry(1, 10, 6), true), factors: null };
  }
}

function factorsOf(solid, body, view) {
  if (solid.factors === null) return Array(3).fill(LEAST_PIXELS[body.kind] / view.scale);
  if (!solid.isThin) return solid.factors;
  return [solid.factors[0], ...solid.factors.slice(1).map((radius) => Math.max(radius, LEAST_THICKNESS / view.scale))];
}

// A layer is a set of poses in one style: { poses, color, alpha, own_colors }.
function bodyColor(body, layer) {
  if (body.kind === 'fixed') return styled('ground');
  return layer.own_colors && CSS.supports('color', body.color) ? body.color : layer.color;
}

class Solids {
  constructor(mechanism, context) {
    this.mechanism = mechanism;
    this.renderer = new THREE.WebGLRenderer({ canvas: context.canvas, context, antialias: true, alpha: true });
    this.renderer.setClearColor(0, 0);
    this.scene = new THREE.Scene();
    this.camera = new THREE.OrthographicCamera();
    this.light = new THREE.DirectionalLight(0xffffff, 2.2);
    this.scene.add(new THREE.AmbientLight(0xffffff, 1.6), this.light);
    this.solids = mechanism.shapes.map((shape) => solidOf(shape, mechanism.bodies.length > COARSE_FROM));
    this.counts = mechanism.shapes.map((shape, i) => mechanism.bodies.filter((body) => body.shape === i).length);
    this.layers = [];
    this.matrix = new THREE.Matrix4();
    this.color = new THREE.Color();
  }

  addLayer() {
    const material = new THREE.MeshLambertMaterial({ vertexColors: true });
    const meshes = this.solids.map((solid, i) => {
      const mesh = new THREE.InstancedMesh(solid.geometry, material, this.counts[i]);
      mesh.frustumCulled = false;
      this.scene.add(mesh);
      return mesh;
    });
    this.layers.push({ material, meshes });
  }

  fillLayer(target, layer, view) {
    target.meshes.forEach((mesh) => { mesh.count = 0; });
    target.material.opacity = layer.alpha;
    target.material.transparent = layer.alpha < 1;
    this.mechanism.bodies.forEach((body, i) => {
      const frame = frameOf(layer.poses, i);
      if (!frame || isWall(this.mechanism, body)) return;
      const mesh = target.meshes[body.shape];
      const s = factorsOf(this.solids[body.shape], body, view);
      const r = frame.turn;
      const o = frame.origin.map((value, k) => value - view.target[k]);
      this.matrix.set(r[0] * s[0], r[1] * s[1], r[2] * s[2], o[0], r[3] * s[0], r[4] * s[1], r[5] * s[2], o[1], r[6] * s[0], r[7] * s[1], r[8] * s[2], o[2], 0, 0, 0, 1);
      mesh.setMatrixAt(mesh.count, this.matrix);
      mesh.setColorAt(mesh.count, this.color.setStyle(bodyColor(body, layer)));
      mesh.count += 1;
    });
    target.meshes.forEach((mesh) => {
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    });
  }

  aim(view) {
    const { camera } = this;
    const far = 40 * view.size;
    [camera.right, camera.top] = [view.width / 2 / view.scale, view.height / 2 / view.scale];
    [camera.left, camera.bottom, camera.near, camera.far] = [-camera.right, -camera.top, 0, 2 * far];
    camera.position.set(...view.toEye.map((value) => far * value));
    camera.up.set(...view.up);
    camera.lookAt(0, 0, 0);
    camera.updateProjectionMatrix();
    this.light.position.set(...view.toEye.map((value, i) => value - 0.5 * view.right[i] + 0.7 * view.up[i]));
  }

  draw(context, view, layers) {
    while (this.layers.length < layers.length) this.addLayer();
    this.layers.forEach((layer, i) => layer.meshes.forEach((mesh) => { mesh.visible = i < layers.length; }));
    layers.forEach((layer, i) => this.fillLayer(this.layers[i], layer, view));
    this.aim(view);
    const ratio = window.devicePixelRatio || 1;
    if (this.width !== view.width || this.height !== view.height || this.ratio !== ratio) {
      [this.width, this.height, this.ratio] = [view.width, view.height, ratio];
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(view.width, view.height, false);
    }
    this.renderer.render(this.scene, this.camera);
    context.drawImage(this.renderer.domElement, 0, 0, view.width, view.height);
  }
}
