"""A person sees in a document's description which release it is, and a deployment without a change changes nothing."""

import re

from infra.documents.release import release, with_release

CONTENT = {"description": "Stops a node.", "mainSteps": [{"name": "Stop"}]}


def test_the_description_ends_with_release_and_hash_of_the_content():
    told = with_release(CONTENT)
    assert re.fullmatch(
        rf"Stops a node\. CacheWarden {re.escape(release())}, content [0-9a-f]{{8}}\.", told["description"]
    )
    assert {**told, "description": CONTENT["description"]} == CONTENT


def test_the_same_content_is_described_alike_and_another_one_otherwise():
    other = {**CONTENT, "mainSteps": []}
    assert with_release(CONTENT) == with_release(dict(reversed(CONTENT.items())))
    assert with_release(CONTENT)["description"] != with_release(other)["description"]


def test_every_automation_document_is_deployed_with_its_release(synthesized):
    described = [
        resource["Properties"]["Content"]["description"]
        for template in synthesized.values()
        for resource in template["Resources"].values()
        if resource["Type"] == "AWS::SSM::Document" and resource["Properties"]["DocumentType"] == "Automation"
    ]
    assert len(described) > 40
    assert all(f" CacheWarden {release()}, content " in each for each in described)
