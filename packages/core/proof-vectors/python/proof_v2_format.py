"""The grammar of a proof.json of version 2, in v2/README.md."""
import json
import re

from grammar import (
    EVM_SHAPE,
    MANUAL_SHAPE,
    OTS_SHAPE,
    STEP_SHAPE,
    anything,
    below,
    check_base64,
    check_record,
    digest,
    list_of,
    malformed,
    number_of,
    object_of,
    one_of,
    text_of,
    variant_of,
)

MOST_BYTES_V2 = 4_000_000


def exact(shape):
    return object_of(shape, "unknown_key_2")


def text_of_bytes(most):
    """A text without lone surrogates, of so many bytes at most in UTF-8."""

    def check(value, where):
        if not isinstance(value, str):
            raise malformed(where, "text")
        try:
            size = len(value.encode("utf-8"))
        except ValueError:
            raise malformed(where, "surrogate") from None
        if size > most:
            raise malformed(where, "too_long")

    return check


HEX_BYTES = text_of("(?:[0-9a-f]{2})+", "hex", 2 * 131_072)
NODES = list_of(HEX_BYTES, "nodes", 16)
FIELD_NAME = text_of("[a-z][A-Za-z0-9]{0,31}", "field_name")
SHOWN_FIELD = exact({"name": FIELD_NAME, "value": text_of_bytes(65_535), "salt": digest})
PREVIOUS = text_of("([0-9a-f]{64})?", "previous")
HIDDEN_FIELD = exact({"name": FIELD_NAME, "commitment": digest})


def check_field(value, where):
    is_hidden = isinstance(value, dict) and "commitment" in value
    (HIDDEN_FIELD if is_hidden else SHOWN_FIELD)(value, where)
    if value["name"] == "previous" and not is_hidden:
        PREVIOUS(value["value"], below(where, "value"))


def check_fields(value, where):
    list_of(check_field, "fields", 32)(value, where)
    if not value:
        raise malformed(where, "no_fields")
    names = [field["name"] for field in value]
    if names != sorted(set(names)):
        raise malformed(where, "field_order")


RECORDS = {
    1: exact({"form": anything, "text": check_record, "salt": digest}),
    2: exact({"form": anything, "fields": check_fields}),
}
EVIDENCE = exact({"header": HEX_BYTES, "index": number_of(0), "transaction": NODES, "receipt": NODES})


def check_evidence_shape(value, where):
    if value is not None:
        EVIDENCE(value, where)


HEADERS = list_of(text_of("[0-9a-f]{160}", "block_header"), "headers", 12)
WITNESSES = {
    "manual": exact(MANUAL_SHAPE),
    "opentimestamps": exact({**OTS_SHAPE, "headers": HEADERS}),
    "evm": exact({**EVM_SHAPE, "evidence": check_evidence_shape}),
    "rfc3161": exact(
        {
            "kind": anything,
            "token": check_base64,
            "certificates": list_of(check_base64, "certificates", 8),
            "revocation": list_of(
                exact({"kind": one_of("revocation", "crl", "ocsp"), "data": check_base64}), "revocations", 8
            ),
        }
    ),
}


def canonical(value):
    """Writes a value as RFC 8785 does. All keys of a proof are ASCII; a link can have a lone surrogate, which has no UTF-8."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", text)


def check_witnesses(value, where):
    list_of(variant_of("kind", "witness", WITNESSES), "witnesses", 16)(value, where)
    if len({canonical(witness) for witness in value}) < len(value):
        raise malformed(where, "duplicate")


def check_file(value, where):
    has_sha3 = isinstance(value, dict) and "sha3" in value
    exact({"sha256": digest, "sha3": digest} if has_sha3 else {"sha256": digest})(value, where)


LOG = exact(
    {
        "origin": text_of("[!-*,-~]+", "origin", 255),
        "index": number_of(0),
        "size": number_of(1),
        "path": list_of(digest, "hashes", 64),
        "checkpoint": text_of_bytes(16_384),
    }
)


def check_log_shape(value, where):
    if value is not None:
        LOG(value, where)


RENEWAL = exact(
    {
        "hash": one_of("renewal_hash", "sha256", "sha3-256", "sha512"),
        "digest": text_of("(?:[0-9a-f]{64}){1,2}", "renewal_digest"),
        "path": list_of(exact(STEP_SHAPE), "steps", 64),
        "root": digest,
        "witnesses": check_witnesses,
        "log": check_log_shape,
    }
)

CHECK_KEYS = exact(
    {
        "format": anything,
        "version": anything,
        "file": check_file,
        "record": variant_of("form", "form", RECORDS),
        "leaf": digest,
        "path": list_of(exact(STEP_SHAPE), "steps", 64),
        "root": digest,
        "witnesses": check_witnesses,
        "log": check_log_shape,
        "renewals": list_of(RENEWAL, "renewals", 16),
    }
)


def check_proof_v2(proof):
    """Checks a proof whose format and version are known."""
    CHECK_KEYS(proof, "")
    form, has_sha3 = proof["record"]["form"], "sha3" in proof["file"]
    if form == 2 and not has_sha3:
        raise malformed("file.sha3", "missing")
    if form == 1 and has_sha3:
        raise malformed("file.sha3", "sha3_of_form_1")
