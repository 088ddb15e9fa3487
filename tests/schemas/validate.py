"""validate.py PERPEND SOURCE XMLLINT: runs scenes and checks every file against its schema."""

import copy
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

perpend, source, xmllint = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
schemas = source / "docs" / "schemas"
failures = []


def expect(holds, message):
    if not holds:
        failures.append(message)


def run(*words, code=0, folder=None):
    done = subprocess.run([perpend, *words], capture_output=True, text=True, cwd=folder)
    expect(done.returncode == code, f"perpend {' '.join(words)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def validator(name):
    schema = json.loads((schemas / name).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def check(name, document, what):
    error = next(iter(validator(name).iter_errors(document)), None)
    expect(error is None, f"{what} against {name}: {error and error.message[:300]} at {error and list(error.path)}")


def check_refused(name, document, what):
    expect(not validator(name).is_valid(document), f"{name} takes {what}")


def without(document, *path):
    """A copy that lacks what the path leads to."""
    other = copy.deepcopy(document)
    place = other
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return other


def check_results(folder):
    results = json.loads((folder / "results.json").read_text())
    check("results-3.schema.json", results, folder)
    with gzip.open(folder / "certificates.jsonl.gz", "rt") as lines:
        certificate = validator("certificate-line-3.schema.json")
        for number, line in enumerate(lines, 1):
            error = next(certificate.iter_errors(json.loads(line)), None)
            expect(error is None, f"{folder}: line {number} of the certificates: {line[:200]}")
            if error:
                break
    done = subprocess.run([xmllint, "--noout", "--schema", schemas / "junit.xsd", folder / "junit.xml"],
                          capture_output=True, text=True)
    expect(done.returncode == 0, f"{folder}/junit.xml: {done.stderr}")
    return results


fitted = """experiment fall {
  param g = 9.81 m/s^2
  world planar { gravity = (0 m/s^2, -g); particle ball { mass = 1 kg; at = (0 m, 0 m) } }
  run { step = 1 ms; duration = 0.1 s }
  method plain = none
  measure height = y(position(ball))
  sweep planets { g = lin_range(1 m/s^2, 21 m/s^2, 21) }
  fit gravity { over = planets; datum fall { value = final(height, plain); near = -5 cm within 1 cm } }
}
"""


def check_all(work):
    (work / "first.scene").write_text((source / "scenes/examples/first.scene").read_text())
    run("run", "first.scene", "--out", "out", "--no-cache", "--lock", "--quiet", "--set", "length = 0.4 m",
        "--certificate-data", "sample", folder=work)
    results = check_results(work / "out")
    for path in [("runs",), ("summary", "certificates"), ("runs", 0, "status"), ("provenance", "outside_hash", "commit"),
                 ("runs", 0, "certificates", "groups", 0, "bounds", 0, "values", 0, "unit"), ("claims", 0, "line")]:
        check_refused("results-3.schema.json", without(results, *path), f"results without {path}")
    wrong = copy.deepcopy(results)
    wrong["runs"][0]["steps"] = "many"
    check_refused("results-3.schema.json", wrong, "steps in words")
    wrong = copy.deepcopy(results)
    wrong["runs"][0]["certificates"]["groups"][0]["bounds"] = {"backward error at most": "3.1e-16"}
    check_refused("results-3.schema.json", wrong, "bounds as texts")

    for other in ("contact/painleve.scene", "contact/bouncing_ball.scene", "benchmarks/n_four_bar.scene"):
        path = source / "scenes/examples" / other
        run("run", str(path), "--out", str(work / path.stem), "--no-cache", "--quiet")
        check_results(work / path.stem)

    (work / "fall.scene").write_text(fitted)
    run("run", "fall.scene", "--out", "fall", "--no-cache", "--quiet", folder=work)
    fall = check_results(work / "fall")
    expect(len(fall["fits"]) == 1, "no fit in the results of a scene that has one")
    check_refused("results-3.schema.json", without(fall, "fits", 0, "region", 0, "extents", 0, "low_end"),
                  "a region without an end")

    lock = json.loads((work / "first.lock").read_text())
    check("lock-1.schema.json", lock, "first.lock")
    check_refused("lock-1.schema.json", without(lock, "runs", 0, "trajectory_hash"), "a lock without hashes")

    run("run", "first.scene", "--out", "other", "--no-cache", "--quiet", folder=work)
    comparison = json.loads(run("compare", "out", "other", "--format", "json", code=1, folder=work))
    check("comparison-1.schema.json", comparison, "a comparison")
    check_refused("comparison-1.schema.json", without(comparison, "scenes", 0, "changes", 0, "kind"),
                  "a change without its kind")

    (work / "broken.scene").write_text('experiment broken {\n  mesure x = 3\n}\n')
    sarif = json.loads(run("check", "broken.scene", "first.scene", "--format", "sarif", code=2, folder=work))
    found = sarif["runs"][0]["results"][0]
    expect(sarif["version"] == "2.1.0", "SARIF of another version")
    expect(found["level"] == "error", "no error in SARIF")
    expect(found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "broken.scene", "no file in SARIF")
    expect(found["locations"][0]["physicalLocation"]["region"]["startLine"] == 2, "another line in SARIF")
    rules = {rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]}
    expect(found["ruleId"] in rules, "a rule of SARIF that is not declared")


with tempfile.TemporaryDirectory() as folder:
    check_all(pathlib.Path(folder))
print("\n".join(failures) if failures else "all files are as their schemas say")
sys.exit(1 if failures else 0)
