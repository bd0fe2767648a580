import os

import docsvc_client as api

SCHEMA = '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}'


def detail_of(answer):
    envelope = answer.actual_instance
    if envelope.status != "OK":
        raise SystemExit(f"{envelope.status}: {envelope.message}")
    return envelope.detail


client = api.ApiClient(api.Configuration(host=os.environ["BASE"]))
login = api.LoginBody(email=os.environ["EMAIL"], password=os.environ["PASSWORD"])
client.configuration.api_key["token"] = detail_of(api.OpenApi(client).login(login)).token
team = detail_of(api.TeamsApi(client).create_team(api.CreateTeamBody(name="Pets")))
project = detail_of(
    api.ProjectsApi(client).create_project(api.CreateProjectBody(team_id=team.id, name="Pets"))
)
new_document = api.CreateDocumentBody(name="Pets", document_type=1, relative_path="pets.json")
document = detail_of(api.DocumentsApi(client).create_document(project.id, new_document))
branches = detail_of(api.BranchesApi(client).list_branches(project.id, document.id))
branch = next(branch for branch in branches if branch.is_default)
drafts = api.DraftsApi(client)
new_draft = api.CreateDraftBody(branch_id=branch.id, version_name="1.0.0", schema_content=SCHEMA)
draft = detail_of(drafts.create_draft(project.id, document.id, new_draft))
submitted = detail_of(drafts.submit_draft(project.id, document.id, draft.id))
decision = api.ApproveDraftBody(expected_review_revision=submitted.review_revision)
approved = detail_of(drafts.approve_draft(project.id, document.id, draft.id, decision))
version = detail_of(api.VersionsApi(client).get_version(project.id, document.id, approved.id))
print(f"published {version.version_name} as {version.sequence}")
