"""Runs verify.py on several proofs in one process, since starting Python costs more than a check.

The input is JSON: the path of the script and the arguments of each run. The output is JSON: the output of each run, and
its status.
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
    output = io.TextIOWrapper(io.BytesIO(), encoding=task["encoding"])
    status = None
    try:
        with contextlib.redirect_stdout(output):
            runpy.run_path(task["script"], run_name="__main__")
    except SystemExit as ending:
        status = ending.code
    output.flush()
    runs.append({"status": status, "text": output.buffer.getvalue().decode(task["encoding"])})
json.dump(runs, sys.stdout)
