"""Certificates, their chains, and who signed what."""
import hashlib

from der import Fields, TokenError, fields_of, number_of, only, require_that
from signatures import P256, P384, P521, is_ecdsa, is_ed25519, is_rsa

HASHES = {
    "2b0e03021a": "sha1",
    "608648016503040201": "sha256",
    "608648016503040202": "sha384",
    "608648016503040203": "sha512",
}
SIGNATURE_ALGORITHMS = {
    "2a864886f70d010105": ("rsa", "sha1"),
    "2a864886f70d01010b": ("rsa", "sha256"),
    "2a864886f70d01010c": ("rsa", "sha384"),
    "2a864886f70d01010d": ("rsa", "sha512"),
    "2a8648ce3d0401": ("ec", "sha1"),
    "2a8648ce3d040302": ("ec", "sha256"),
    "2a8648ce3d040303": ("ec", "sha384"),
    "2a8648ce3d040304": ("ec", "sha512"),
}
# The kinds of keys by their AlgorithmIdentifier, each with its curve and the bytes of a number.
KEY_KINDS = {
    "300d06092a864886f70d0101010500": ("rsa", None, 0),
    "300506032b6570": ("ed25519", None, 0),
    "301306072a8648ce3d020106082a8648ce3d030107": ("ec", P256, 32),
    "301006072a8648ce3d020106052b81040022": ("ec", P384, 48),
    "301006072a8648ce3d020106052b81040023": ("ec", P521, 66),
}


def digest_of(name, data):
    return hashlib.new(name, data).digest()


def hash_of(sequence):
    """Returns the name of the hash function of an AlgorithmIdentifier."""
    return HASHES.get(fields_of(sequence).oid())


def algorithm_of(sequence):
    """Returns kind, hash and salt bytes of a signature's algorithm. One with SHA-1 is of hash "weak" and not verified."""
    fields = fields_of(sequence)
    name = fields.oid()
    if name == "2a864886f70d010101":
        return "rsa", None, None
    if name == "2b6570":
        return "ed25519", None, None
    if name == "2a864886f70d01010a":
        return pss_of(fields.sequence())
    kind, hash_name = SIGNATURE_ALGORITHMS.get(name, ("unknown", None))
    return kind, "weak" if hash_name == "sha1" else hash_name, None


def pss_of(parameters):
    hashed, masked, salt = (parameters.optional(tag) for tag in (0xA0, 0xA1, 0xA2))
    if hashed is None or masked is None:
        return "pss", "weak", 0
    hash_name = hash_of(hashed.body)
    mask = fields_of(masked.body)
    is_same = mask.oid() == "2a864886f70d010108" and hash_of(mask.next(0x30).raw) == hash_name
    if hash_name == "sha1":
        return "pss", "weak", 0
    salt_bytes = 20 if salt is None else number_of(only(salt.body, 0x02))
    return "pss" if is_same and hash_name else "unknown", hash_name, salt_bytes


def is_signed(signed, certificate):
    """Whether the key of a certificate made a signature. An algorithm or key that is not supported counts as no."""
    try:
        return is_signed_by(fields_of(certificate["publicKey"]), signed)
    except TokenError:
        return False


def is_signed_by(fields, signed):
    message, (kind, hash_name, salt_bytes), signature = signed
    key_kind, curve, number_bytes = KEY_KINDS.get(fields.next(0x30).raw.hex(), (None, None, 0))
    bits = fields.next(0x03).body
    fields.end()
    if bits[:1] != b"\0" or key_kind is None or key_kind != ("rsa" if kind == "pss" else kind):
        return False
    key = bits[1:]
    if key_kind == "ed25519":
        return is_ed25519(key, signature, message)
    if hash_name not in ("sha256", "sha384", "sha512"):
        return False
    if key_kind == "rsa":
        modulus, exponent = numbers_in(key)
        if not 2048 <= modulus.bit_length() <= 4096 or not 3 <= exponent < 2**32 or not modulus & exponent & 1:
            return False
        return is_rsa(modulus, exponent, hash_name, salt_bytes if kind == "pss" else None, signature, message)
    r, s = numbers_in(signature)
    if len(key) != 1 + 2 * number_bytes or key[0] != 4:
        return False
    x, y = (int.from_bytes(half, "big") for half in (key[1 : 1 + number_bytes], key[1 + number_bytes :]))
    return is_ecdsa(curve, (x, y), hash_name, r, s, message)


def numbers_in(sequence):
    """Returns the two numbers of a SEQUENCE, as DER writes them, none of them negative."""
    fields = fields_of(sequence)
    bodies = [fields.next(0x02).body for _ in range(2)]
    fields.end()
    for body in bodies:
        require_that(body and body[0] < 0x80 and (body[0] or len(body) == 1 or body[1] >= 0x80), "structure")
    return [int.from_bytes(body, "big") for body in bodies]


def read_signed(raw):
    """Reads a signed SEQUENCE: of a certificate, of a list or of an OCSP response, which may have certificates behind it."""
    outer = fields_of(raw)
    body, algorithm, bits = outer.next(0x30), outer.next(0x30).raw, outer.next(0x03).body
    certificates = outer.optional(0xA0)
    outer.end()
    require_that(bits[:1] == b"\0", "structure")
    signed = (body.raw, algorithm_of(algorithm), bits[1:])
    return Fields(body.body), algorithm, signed, certificates


def read_certificate(raw):
    fields, algorithm, signed, _ = read_signed(raw)
    require_that(number_of(only(fields.next(0xA0).body, 0x02)) == 2, "structure")
    serial = fields.next(0x02).body
    require_that(fields.next(0x30).raw == algorithm, "structure")
    issuer, validity = fields.next(0x30).raw, fields.sequence()
    not_before, not_after = validity.time(), validity.time()
    subject, public_key = fields.next(0x30).raw, fields.next(0x30).raw
    fields.optional(0x81)
    fields.optional(0x82)
    extensions = fields.optional(0xA3)
    certificate = {
        "raw": raw,
        "serial": serial,
        "issuer": issuer,
        "subject": subject,
        "notBefore": not_before,
        "notAfter": not_after,
        "publicKey": public_key,
        "extensions": read_extensions(extensions and extensions.body),
        "signed": signed,
    }
    fields.end()
    return certificate


def read_extensions(data):
    """Returns whether each extension is critical, and its value, by its identifier."""
    extensions = {}
    if data is None:
        return extensions
    inner = fields_of(data)
    for value in inner.sequences():
        fields = Fields(value.body)
        name, critical = fields.oid(), fields.optional(0x01)
        require_that(name not in extensions, "structure")
        extensions[name] = (critical is not None and critical.body[:1] == b"\xff", fields.next(0x04).body)
        fields.end()
    inner.end()
    return extensions


READ_EXTENSIONS = ("551d0e", "551d0f", "551d13", "551d23", "551d20", "551d25")


def chain_of(signer, pool, seconds, is_anchor):
    """Returns the chain from a certificate upwards, as far as certificates are here or to an anchor; and if it is weak."""
    chain, current = [], signer
    while True:
        chain.append(current)
        require_that(len(chain) <= 8, "chain")
        require_that(current["notBefore"] <= seconds <= current["notAfter"], "validity")
        for name, (is_critical, _) in current["extensions"].items():
            require_that(not is_critical or name in READ_EXTENSIONS, "chain")
        if is_anchor(current) or current["issuer"] == current["subject"]:
            return chain, False
        candidates = [one for one in pool if one["subject"] == current["issuer"] and one["raw"] != current["raw"]]
        if not candidates:
            return chain, False
        if current["signed"][1][1] == "weak":
            return chain, True
        below = len(chain) - 1
        signers = (one for one in candidates if may_sign(one, below) and is_signed(current["signed"], one))
        current = next(signers, None)
        require_that(current is not None, "chain")


def may_sign(certificate, below):
    extensions = certificate["extensions"]
    if "551d13" not in extensions:
        return False
    fields = fields_of(extensions["551d13"][1])
    is_authority, limit = fields.optional(0x01), fields.optional(0x02)
    if is_authority is None or is_authority.body[:1] != b"\xff":
        return False
    if limit is not None and number_of(limit.body) < below:
        return False
    if "551d0f" not in extensions:
        return True
    usage = only(extensions["551d0f"][1], 0x03)
    return len(usage) > 1 and usage[1] & 4 != 0
