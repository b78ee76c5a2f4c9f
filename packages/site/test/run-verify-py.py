"""Runs verify.py on several proofs in one process, since starting Python costs more than a check.

The input is JSON: the path of the script and the arguments of each run. The output is JSON: the output of each run, and
whether it ended with status 0.
"""
import contextlib
import io
import json
import runpy
import sys

task = json.load(sys.stdin)
runs = []
for arguments in task["runs"]:
    sys.argv = [task["script"], *arguments]
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            runpy.run_path(task["script"], run_name="__main__")
        runs.append({"holds": True, "said": output.getvalue()})
    except SystemExit as ending:
        runs.append({"holds": False, "said": str(ending.code)})
json.dump(runs, sys.stdout)
