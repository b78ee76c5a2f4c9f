"""Checks time-stamp tokens (RFC 3161, RFC 5816) in the order of v2/README.md."""
import base64
import calendar
import time

from certificates import algorithm_of, chain_of, digest_of, hash_of, is_signed, read_certificate
from der import Fields, TokenError, fields_of, number_of, only, require_that, time_of, values_in
from grammar import Problem
from messages import TABLES, say
from revocation import is_checked_for_revocation

INFO = "2a864886f70d0109100104"
LAST_OLD_SECOND = calendar.timegm((2020, 1, 1, 0, 0, 0))


def read_token(witness, number, root):
    """Returns what a token says. Raises the Problem of a witness whose token does not hold."""
    try:
        return token_of(witness, bytes.fromhex(root))
    except TokenError as error:
        if error.flaw == "revoked":
            raise Problem("token_revoked", number=number) from None
        raise Problem("token_broken", number=number, flaw=say("token." + error.flaw)) from None


def token_of(witness, root):
    content, certificates, signer = read_signed_data(base64.b64decode(witness["token"]))
    info = read_info(content)
    other_certificates = [base64.b64decode(one) for one in witness["certificates"]]
    embedded = [value.raw for value in certificates if value.tag == 0x30]
    require_that(len(embedded) <= 8, "structure")
    pool = [read_certificate(raw) for raw in embedded + other_certificates]
    candidates = (one for one in pool if one["issuer"] == signer["issuer"] and one["serial"] == signer["serial"])
    certificate = next(candidates, None)
    require_that(certificate is not None, "signer")
    hash_name, algorithm = hash_of(signer["digestAlgorithm"]), algorithm_of(signer["signatureAlgorithm"])
    is_weak, chain, authority = hash_name == "sha1" or algorithm[1] == "weak", [certificate], None
    if not is_weak:
        check_signer(certificate, signer, hash_name, algorithm, content, info["seconds"])
        chain, is_weak = chain_of(
            certificate, pool, info["seconds"], lambda one: authority_of(one, info["seconds"]) is not None
        )
        authority = authority_of(chain[-1], info["seconds"])
    is_checked = is_checked_for_revocation(chain, witness["revocation"], info["seconds"])
    require_that(info["imprint"] == root, "imprint")
    return {
        "isWeak": is_weak,
        "authority": authority,
        "isRevocationChecked": is_checked,
        "lastCertificate": digest_of("sha256", chain[-1]["raw"]).hex(),
        "seconds": info["noLaterThan"],
        "until": min(one["notAfter"] for one in chain),
    }


def with_states(tokens, renewed_at):
    """Returns tokens with what they are worth now. Time alone weakens them, unless a renewal from before shows that they existed."""
    return [{**token, "state": state_of(token, renewed_at)} for token in tokens]


def state_of(token, renewed_at):
    if token["isWeak"]:
        return "weak"
    if token["until"] < int(time.time()) and not (renewed_at is not None and renewed_at <= token["until"]):
        return "expired"
    return "known" if token["authority"] else "unknown"


def authority_of(certificate, seconds):
    fingerprint = digest_of("sha256", certificate["raw"]).hex()
    for one in TABLES["authorities"]:
        is_trusted_then = one["from"] <= seconds and (one["until"] is None or seconds < one["until"])
        if one["anchorSha256"] == fingerprint and is_trusted_then:
            return one
    return None


def check_signer(certificate, signer, hash_name, algorithm, content, seconds):
    require_that(hash_name is not None, "algorithm")
    attributes = attributes_of(signer["attributes"])
    type_id = only(attribute_of(attributes, "2a864886f70d010903"), 0x06).hex()
    stated_digest = only(attribute_of(attributes, "2a864886f70d010904"), 0x04)
    require_that(type_id == INFO, "attributes")
    require_that(stated_digest == digest_of(hash_name, content), "attributes")
    require_that(is_named(certificate, attributes, seconds), "signer")
    kind, named_hash, salt_bytes = algorithm
    require_that((named_hash or hash_name) == hash_name, "algorithm")
    # The attributes are signed as a SET, not as the [0] that they are here.
    message = b"\x31" + signer["attributes"][1:]
    signed = (message, (kind, named_hash or hash_name, salt_bytes), signer["signature"])
    require_that(is_signed(signed, certificate), "signature")
    is_critical, usage = certificate["extensions"].get("551d25", (False, b""))
    require_that(is_critical and usage.hex() == "300a06082b06010505070308", "usage")


def read_signed_data(token):
    outer = fields_of(token)
    require_that(outer.oid() == "2a864886f70d010702", "structure")
    data = fields_of(outer.next(0xA0).body)
    outer.end()
    require_that(number_of(data.next(0x02).body) == 3, "structure")
    data.next(0x31)
    inner = data.sequence()
    require_that(inner.oid() == INFO, "structure")
    content = only(inner.next(0xA0).body, 0x04)
    inner.end()
    certificates = data.optional(0xA0)
    certificates = values_in(certificates.body if certificates else b"")
    data.optional(0xA1)
    signer = Fields(only(data.next(0x31).body, 0x30))
    data.end()
    require_that(number_of(signer.next(0x02).body) == 1, "structure")
    name = signer.sequence()
    signer_info = {"issuer": name.next(0x30).raw, "serial": name.next(0x02).body}
    name.end()
    signer_info["digestAlgorithm"] = signer.next(0x30).raw
    signer_info["attributes"] = signer.next(0xA0).raw
    signer_info["signatureAlgorithm"] = signer.next(0x30).raw
    signer_info["signature"] = signer.next(0x04).body
    signer.optional(0xA1)
    signer.end()
    return content, certificates, signer_info


def read_info(content):
    info = fields_of(content)
    require_that(number_of(info.next(0x02).body) == 1, "structure")
    info.next(0x06)
    imprint = info.sequence()
    is_sha256 = hash_of(imprint.next(0x30).raw) == "sha256"
    imprint_hash = imprint.next(0x04).body
    imprint.end()
    require_that(is_sha256, "imprint")
    info.next(0x02)
    seconds, has_fraction = time_of(info.next(0x18))
    accuracy = info.optional(0x30)
    for tag in (0x01, 0x02, 0xA0, 0xA1):
        info.optional(tag)
    info.end()
    return {"imprint": imprint_hash, "seconds": seconds, "noLaterThan": seconds + has_fraction + accuracy_of(accuracy)}


def accuracy_of(accuracy):
    """Returns whole seconds, rounded up; one if no accuracy is named."""
    if accuracy is None:
        return 1
    fields = Fields(accuracy.body)
    seconds, millis, micros = (fields.optional(tag) for tag in (0x02, 0x80, 0x81))
    fields.end()
    return (number_of(seconds.body) if seconds else 0) + (millis is not None or micros is not None)


def attributes_of(raw):
    entries = []
    for value in values_in(only(raw, 0xA0)):
        fields = fields_of(value.raw)
        entries.append((fields.oid(), values_in(fields.next(0x31).body)))
        fields.end()
    return entries


def attribute_of(attributes, attribute_id):
    """Returns the only value of all attributes of a kind."""
    values = [value for name, values in attributes if name == attribute_id for value in values]
    require_that(len(values) == 1, "attributes")
    return values[0].raw


def named_in(attributes, name):
    return fields_of(attribute_of(attributes, name)).sequence().sequence()


def is_named(certificate, attributes, seconds):
    """Whether the attributes name a certificate by its hash (RFC 5035): by SHA-1 only before 2020, if there is no other."""
    try:
        first = named_in(attributes, "2a864886f70d010910022f")
        algorithm = first.optional(0x30)
        hash_name = hash_of(algorithm.raw) if algorithm else "sha256"
        stated_hash = first.next(0x04).body
        return hash_name not in (None, "sha1") and stated_hash == digest_of(hash_name, certificate["raw"])
    except TokenError as error:
        if error.flaw != "attributes" or seconds >= LAST_OLD_SECOND:
            raise
    stated_hash = named_in(attributes, "2a864886f70d010910020c").next(0x04).body
    return stated_hash == digest_of("sha1", certificate["raw"])
