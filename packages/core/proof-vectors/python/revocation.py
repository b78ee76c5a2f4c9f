"""What lists and OCSP responses say about the certificate of a signer."""
import base64

from certificates import digest_of, hash_of, is_signed, read_certificate, read_extensions, read_signed
from der import Fields, TokenError, fields_of, number_of, only, require_that, time_of


def is_checked_for_revocation(chain, items, seconds):
    """Whether the issuer said at that time or later that the certificate was not revoked."""
    certificate, issuer, is_checked = chain[0], chain[1] if len(chain) > 1 else None, False
    for item in items:
        statement = statement_of(item["kind"], base64.b64decode(item["data"]), certificate, issuer)
        if statement is None:
            continue
        revoked, this_update = statement
        require_that(revoked is None or (revoked[0] > seconds and revoked[1] != 1), "revoked")
        is_checked = is_checked or this_update >= seconds
    return is_checked


def statement_of(kind, data, certificate, issuer):
    try:
        return (statement_of_list if kind == "crl" else statement_of_response)(data, certificate, issuer)
    except TokenError:
        raise TokenError("revocation") from None


def statement_of_list(data, certificate, issuer):
    fields, _, signed, _ = read_signed(data)
    fields.optional(0x02)
    fields.next(0x30)
    name, this_update = fields.next(0x30).raw, fields.time()
    following = fields.optional(0x17) or fields.optional(0x18)
    if following is not None:
        time_of(following)
    listed, extensions = fields.optional(0x30), fields.optional(0xA0)
    extensions = read_extensions(extensions and extensions.body)
    fields.end()
    revoked = entry_of(Fields(listed.body), certificate["serial"]) if listed is not None else None
    is_partial = any(is_critical for is_critical, _ in extensions.values())
    if issuer is None or is_partial or name != issuer["subject"] or not is_signed(signed, issuer):
        return None
    return revoked, this_update


def entry_of(listed, own_serial):
    revoked = None
    for value in listed.sequences():
        entry = Fields(value.body)
        serial, seconds, extensions = entry.next(0x02).body, entry.time(), entry.optional(0x30)
        entry.end()
        reason = read_extensions(extensions and extensions.raw).get("551d15")
        code = number_of(only(reason[1], 0x0A)) if reason else 0
        if serial == own_serial:
            revoked = seconds, code
    listed.end()
    return revoked


def statement_of_response(data, certificate, issuer):
    outer = fields_of(data)
    require_that(number_of(outer.next(0x0A).body) == 0, "revocation")
    response = fields_of(outer.next(0xA0).body)
    outer.end()
    require_that(response.oid() == "2b0601050507300101", "revocation")
    fields, _, signed, certificates = read_signed(response.next(0x04).body)
    response.end()
    fields.optional(0xA0)
    if fields.optional(0xA1) is None:
        fields.next(0xA2)
    produced_at, single_responses = fields.time(), fields.sequence()
    fields.optional(0xA1)
    fields.end()
    statements = [read_single_response(Fields(value.body)) for value in single_responses.sequences()]
    single_responses.end()
    delegates = certificates_in(certificates.body) if certificates is not None else []
    if issuer is None:
        return None
    delegates = (one for one in delegates if is_delegate(one, issuer, produced_at))
    if not is_signed(signed, issuer) and not any(is_signed(signed, one) for one in delegates):
        return None
    for certificate_id, statement in statements:
        if statement is not None and is_about(certificate_id, certificate, issuer):
            return statement
    return None


def is_delegate(certificate, issuer, produced_at):
    usage = certificate["extensions"].get("551d25", (False, b""))[1]
    return (
        "06082b06010505070309" in usage.hex()
        and certificate["issuer"] == issuer["subject"]
        and certificate["notBefore"] <= produced_at <= certificate["notAfter"]
        and is_signed(certificate["signed"], issuer)
    )


def read_single_response(fields):
    certificate_id, good, revoked = fields.sequence(), fields.optional(0x80), fields.optional(0xA1)
    if good is None and revoked is None:
        fields.next(0x82)
    this_update = fields.time()
    fields.optional(0xA0)
    fields.optional(0xA1)
    fields.end()
    is_statement = good is not None or revoked is not None
    return certificate_id, (revocation_of(revoked), this_update) if is_statement else None


def revocation_of(revoked):
    if revoked is None:
        return None
    fields = Fields(revoked.body)
    seconds, reason = fields.time(), fields.optional(0xA0)
    fields.end()
    return seconds, number_of(only(reason.body, 0x0A)) if reason is not None else 0


def is_about(certificate_id, certificate, issuer):
    hash_name = hash_of(certificate_id.next(0x30).raw)
    name, key = certificate_id.next(0x04).body, certificate_id.next(0x04).body
    stated_serial = certificate_id.next(0x02).body
    certificate_id.end()
    if hash_name is None:
        return False
    own_key = fields_of(issuer["publicKey"])
    own_key.next(0x30)
    bits = own_key.next(0x03).body[1:]
    is_issuer = name == digest_of(hash_name, issuer["subject"]) and key == digest_of(hash_name, bits)
    return stated_serial == certificate["serial"] and is_issuer


def certificates_in(data):
    inner = fields_of(data)
    certificates = [read_certificate(value.raw) for value in inner.sequences()]
    inner.end()
    require_that(len(certificates) <= 8, "structure")
    return certificates
