// What the page uses of three.js; the bundler leaves the rest out.
export {
  AmbientLight, BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, Color, CylinderGeometry, DirectionalLight, InstancedMesh, Matrix4, MeshLambertMaterial,
  OrthographicCamera, Scene, SphereGeometry, WebGLRenderer,
} from 'three';
