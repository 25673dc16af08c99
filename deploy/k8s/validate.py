"""Holds resources of Kubernetes against their schemas, strictly: a field that a schema does not have is a fault.

Standard input is JSON: {"kubernetes": "1.35", "resources": [...], "definitions": [...]}, with CustomResourceDefinitions in "definitions". Standard output is JSON: a list of
{"index": of the resource, "fault": text}. Resources of Kubernetes itself are checked by kubernetes-validate, custom ones by the schema of their definition.
"""

import functools
import json
import sys

import jsonschema
import kubernetes_validate
import kubernetes_validate.utils

# It reads 1 MB of definitions anew for every resource.
kubernetes_validate.utils.schema_contents = functools.cache(kubernetes_validate.utils.schema_contents)


def strict(schema):
    """The JSON Schema that a structural schema of Kubernetes stands for, with no field besides those that it names."""
    if schema.get("x-kubernetes-preserve-unknown-fields"):
        return {}
    if schema.get("x-kubernetes-int-or-string"):
        return {"type": ["integer", "string"]}
    known = {}
    for name in ("type", "enum", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "required"):
        if name in schema:
            known[name] = schema[name]
    if schema.get("nullable") and "type" in known:
        known["type"] = [known["type"], "null"]
        known.pop("enum", None)
    if "items" in schema:
        known["items"] = strict(schema["items"])
    if "properties" in schema:
        known["properties"] = {name: strict(inner) for name, inner in schema["properties"].items()}
        known["additionalProperties"] = False
    elif isinstance(schema.get("additionalProperties"), dict):
        known["additionalProperties"] = strict(schema["additionalProperties"])
    return known


def validators(definitions):
    """A validator for each version of each kind, by both."""
    found = {}
    for definition in definitions:
        spec = definition["spec"]
        for version in spec["versions"]:
            if not version.get("served", True):
                continue
            schema = strict(version["schema"]["openAPIV3Schema"])
            schema.setdefault("properties", {})["metadata"] = {"type": "object"}
            kind = (f"{spec['group']}/{version['name']}", spec["names"]["kind"])
            found[kind] = jsonschema.Draft7Validator(schema)
    return found


def faults_of(resource, version, custom):
    kind = (resource["apiVersion"], resource["kind"])
    if kind in custom:
        for error in custom[kind].iter_errors(resource):
            yield f"{'.'.join(str(part) for part in error.absolute_path)}: {error.message[:300]}"
        return
    try:
        kubernetes_validate.validate(resource, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        yield f"{'.'.join(str(part) for part in error.path)}: {error.message[:300]}"
    except kubernetes_validate.SchemaNotFoundError:
        yield f"no schema of {kind[0]} {kind[1]} is known"


def main():
    asked = json.load(sys.stdin)
    custom = validators(asked["definitions"])
    faults = [
        {"index": index, "fault": fault}
        for index, resource in enumerate(asked["resources"])
        for fault in faults_of(resource, asked["kubernetes"], custom)
    ]
    json.dump(faults, sys.stdout)


main()
