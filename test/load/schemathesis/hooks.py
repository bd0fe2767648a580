"""What the run of Schemathesis knows of this service (test/load/schemathesis.load.ts starts it)."""

import json
import os
import random
import re

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi import checks

IDS = json.loads(os.environ["DOCSVC_IDS"])
ENVELOPE = os.environ["DOCSVC_MODE"] == "envelope"
chance = random.Random(1)

# Requests that the schema allows and the service refuses with INVALID_ARGUMENT: the rule is no matter of a schema, or
# a schema that said it would break generators. (operations, message, reason)
REFUSED_THOUGH_ALLOWED = json.loads(os.environ["DOCSVC_REFUSED"])

# Requests that the schema forbids and the service takes. (operations, what is sent, reason)
TAKEN_THOUGH_FORBIDDEN = json.loads(os.environ["DOCSVC_TAKEN"])


@schemathesis.hook
def before_call(context, case, kwargs):
    """Ids that are there: random ones never reach what lies behind NOT_FOUND."""
    if case.meta is None:
        return
    components = case.meta.components
    path = components.get(ParameterLocation.PATH)
    if path is not None and path.mode.is_positive:
        for name in case.path_parameters:
            known = IDS.get(name)
            if known and chance.random() < 0.9:
                case.path_parameters[name] = chance.choice(known)
    body = components.get(ParameterLocation.BODY)
    if body is not None and body.mode.is_positive and isinstance(case.body, dict):
        for name, value in case.body.items():
            known = IDS.get(name)
            if known and isinstance(value, str) and chance.random() < 0.7:
                case.body[name] = chance.choice(known)
        # A provider that is on would be called.
        if case.body.get("enabled") is True:
            case.body["enabled"] = False


@schemathesis.hook
def after_call(context, case, response):
    """In envelope mode the code of the envelope is the status that the checks judge."""
    if not ENVELOPE or response.status_code != 200:
        return
    try:
        code = response.json()["code"]
    except (ValueError, KeyError, TypeError):
        return
    if isinstance(code, int):
        response.status_code = code


def is_listed(rows, case, text):
    operation = case.operation.definition.raw.get("operationId", "")
    return any(re.search(row["operations"], operation) and re.search(row["match"], text) for row in rows)


def messages(response):
    envelope = response.json()
    errors = (envelope.get("detail") or {}).get("errors") or [{"message": envelope["message"]}]
    return [f"{error.get('field', '')}: {error['message']}" for error in errors]


UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)


def peculiarities(case):
    """What is special about the values of a request, in the words of test/support/request-exceptions.ts."""
    body = case.body if isinstance(case.body, dict) else {}
    for name, value in body.items():
        if value is None:
            yield "null"
        elif isinstance(value, str) and not value.strip():
            yield f"{name}: blank"
        elif isinstance(value, str) and not value.isascii():
            yield f"{name}: bytes"
    for name, value in (case.query or {}).items():
        if name.endswith("_id") and not UUID.fullmatch(str(value)):
            yield f"{name}: no UUID"
        elif str(value).isalpha():
            yield f"{name}: word"


# Refused before it was read, whatever it was: the schema allows longer addresses than HTTP servers do.
@schemathesis.check
def refuses_unknown_methods(ctx, response, case):
    return None if response.status_code == 431 else checks.unsupported_method(ctx, response, case)


@schemathesis.check
def refuses_what_has_no_credential(ctx, response, case):
    if response.status_code == 431:
        return None
    return checks.missing_required_header(ctx, response, case)


@schemathesis.check
def accepts_what_the_schema_allows(ctx, response, case):
    if response.status_code == 431:
        return None  # Refused before it was read: the schema allows longer addresses than HTTP servers do.
    if response.status_code == 400 and all(is_listed(REFUSED_THOUGH_ALLOWED, case, text) for text in messages(response)):
        return None
    return checks.positive_data_acceptance(ctx, response, case)


@schemathesis.check
def refuses_what_the_schema_forbids(ctx, response, case):
    if response.status_code == 431:
        return None
    if response.status_code == 200:
        described = str(case.meta.phase.data.description) if case.meta is not None else ""
        if is_listed(TAKEN_THOUGH_FORBIDDEN, case, " ".join([described, *peculiarities(case)])):
            return None
    return checks.negative_data_rejection(ctx, response, case)
