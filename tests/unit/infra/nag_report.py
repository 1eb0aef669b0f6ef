"""Synthesizes the app with cdk-nag's AwsSolutions pack: `python -m tests.unit.infra.nag_report FOLDER`.

In FOLDER lies validation-report.json then. A program of its own, since jsii keeps one app's state in its process.
"""

import sys

from aws_cdk import Validations
from cdk_nag import AwsSolutionsChecks

from infra.app import build_app

if __name__ == "__main__":
    app = build_app(outdir=sys.argv[1])
    Validations.of(app).add_plugins(AwsSolutionsChecks(app))
    try:
        app.synth()
    except RuntimeError as error:
        # What is found ends the synthesis; the report is written before.
        if "ValidationFailed" not in str(error):
            raise
