"""Verifies signatures of RSA, ECDSA and Ed25519, which Python's standard library does not have."""
import hashlib

# The beginnings of a DigestInfo (RFC 8017, section 9.2).
DIGEST_INFOS = {
    "sha256": bytes.fromhex("3031300d060960864801650304020105000420"),
    "sha384": bytes.fromhex("3041300d060960864801650304020205000430"),
    "sha512": bytes.fromhex("3051300d060960864801650304020305000440"),
}


def is_rsa(modulus, exponent, hash_name, salt_bytes, signature, message):
    """PKCS #1 v1.5, or PSS if there is a number of salt bytes (RFC 8017)."""
    size, number = (modulus.bit_length() + 7) // 8, int.from_bytes(signature, "big")
    if len(signature) != size or number >= modulus:
        return False
    encoded = pow(number, exponent, modulus).to_bytes(size, "big")
    digest = hashlib.new(hash_name, message).digest()
    if salt_bytes is not None:
        return is_pss(encoded, modulus.bit_length() - 1, hash_name, salt_bytes, digest)
    info = DIGEST_INFOS[hash_name] + digest
    return encoded == b"\0\1" + b"\xff" * (size - len(info) - 3) + b"\0" + info


def is_pss(encoded, bits, hash_name, salt_bytes, digest):
    size = (bits + 7) // 8
    if encoded[:-size].strip(b"\0"):
        return False
    encoded = encoded[-size:]
    place, spare = size - len(digest) - 1, 8 * size - bits
    if place < salt_bytes + 1 or encoded[-1] != 0xBC or encoded[0] >> (8 - spare):
        return False
    masked, stated_hash = encoded[:place], encoded[place:-1]
    blocks = range((place + len(digest) - 1) // len(digest))
    mask = b"".join(hashlib.new(hash_name, stated_hash + n.to_bytes(4, "big")).digest() for n in blocks)
    block = bytearray(one ^ other for one, other in zip(masked, mask))
    block[0] &= 0xFF >> spare
    if any(block[: place - salt_bytes - 1]) or block[place - salt_bytes - 1] != 1:
        return False
    salt = bytes(block[place - salt_bytes :])
    return hashlib.new(hash_name, bytes(8) + digest + salt).digest() == stated_hash


class Curve:
    """A curve y^2 = x^3 - 3x + b of FIPS 186-4, by its prime, b, order and base point."""

    def __init__(self, p, b, n, x, y):
        self.p, self.b, self.n, self.base = p, b, n, (x, y)

    def has(self, point):
        x, y = point
        return x < self.p and y < self.p and (y * y - x * x * x + 3 * x - self.b) % self.p == 0

    def doubled(self, point):
        x, y, z = point
        u, v = y * y % self.p, z * z % self.p
        w, t = 4 * x * u % self.p, 3 * (x - v) * (x + v) % self.p
        new_x = (t * t - 2 * w) % self.p
        return new_x, (t * (w - new_x) - 8 * u * u) % self.p, 2 * y * z % self.p

    def added(self, one, other):
        """Adds points x / z^2, y / z^3, so that nothing is divided. Nothing is the point with a z of 0."""
        (x1, y1, z1), (x2, y2, z2) = one, other
        if z1 == 0 or z2 == 0:
            return other if z1 == 0 else one
        u1, u2 = x1 * z2 * z2 % self.p, x2 * z1 * z1 % self.p
        s1, s2 = y1 * z2**3 % self.p, y2 * z1**3 % self.p
        h, r = u2 - u1, s2 - s1
        if h == 0:
            return self.doubled(one) if r == 0 else (1, 1, 0)
        h2 = h * h % self.p
        h3, v = h * h2 % self.p, u1 * h2 % self.p
        x = (r * r - h3 - 2 * v) % self.p
        return x, (r * (v - x) - s1 * h3) % self.p, h * z1 * z2 % self.p

    def times(self, number, point):
        result, added = (1, 1, 0), (*point, 1)
        while number:
            if number & 1:
                result = self.added(result, added)
            added, number = self.doubled(added), number >> 1
        return result


P256 = Curve(
    2**256 - 2**224 + 2**192 + 2**96 - 1,
    0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B,
    0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
P384 = Curve(
    2**384 - 2**128 - 2**96 + 2**32 - 1,
    0xB3312FA7E23EE7E4988E056BE3F82D19181D9C6EFE8141120314088F5013875AC656398D8A2ED19D2A85C8EDD3EC2AEF,
    0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973,
    0xAA87CA22BE8B05378EB1C71EF320AD746E1D3B628BA79B9859F741E082542A385502F25DBF55296C3A545E3872760AB7,
    0x3617DE4A96262C6F5D9E98BF9292DC29F8F41DBD289A147CE9DA3113B5F0B8C00A60B1CE1D7E819D7A431D7C90EA0E5F,
)
P521 = Curve(
    2**521 - 1,
    int(
        "51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e1"
        "56193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00",
        16,
    ),
    int("01" + 32 * "ff" + "fa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409", 16),
    int(
        "c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e"
        "77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66",
        16,
    ),
    int(
        "11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee7"
        "2995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650",
        16,
    ),
)


def is_ecdsa(curve, point, hash_name, r, s, message):
    if not 0 < r < curve.n or not 0 < s < curve.n or not curve.has(point):
        return False
    digest = hashlib.new(hash_name, message).digest()
    number = int.from_bytes(digest, "big") >> max(0, 8 * len(digest) - curve.n.bit_length())
    inverse = pow(s, -1, curve.n)
    base = curve.times(number * inverse % curve.n, curve.base)
    x, _, z = curve.added(base, curve.times(r * inverse % curve.n, point))
    return z != 0 and x * pow(z * z, -1, curve.p) % curve.p % curve.n == r


# Ed25519 (RFC 8032). Points have four coordinates.
P25519, L25519 = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D25519 = -121665 * pow(121666, -1, P25519) % P25519


def edwards_added(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P25519
    b = (one[1] + one[0]) * (other[1] + other[0]) % P25519
    c = 2 * one[3] * other[3] * D25519 % P25519
    d = 2 * one[2] * other[2] % P25519
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P25519, g * h % P25519, f * g % P25519, e * h % P25519


def edwards_times(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = edwards_added(result, point)
        point, number = edwards_added(point, point), number >> 1
    return result


def edwards_point(data):
    """Returns the point that 32 bytes are, or None."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & 2**255 - 1
    if y >= P25519:
        return None
    square = (y * y - 1) * pow(D25519 * y * y + 1, -1, P25519) % P25519
    x = pow(square, (P25519 + 3) // 8, P25519)
    if (x * x - square) % P25519:
        x = x * pow(2, (P25519 - 1) // 4, P25519) % P25519
    if (x * x - square) % P25519 or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P25519 - x
    return x, y, 1, x * y % P25519


BASE25519 = edwards_point((4 * pow(5, -1, P25519) % P25519).to_bytes(32, "little"))


def is_small(point):
    """Whether there is no point, or one whose order is at most 8."""
    if point is None:
        return True
    x, _, _, _ = edwards_times(8, point)
    return x % P25519 == 0


def is_ed25519(key, signature, message):
    if len(key) != 32 or len(signature) != 64:
        return False
    point, s = edwards_point(key), int.from_bytes(signature[32:], "little")
    if s >= L25519 or is_small(point) or is_small(edwards_point(signature[:32])):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L25519
    negative = (P25519 - point[0], point[1], point[2], P25519 - point[3])
    x, y, z, _ = edwards_added(edwards_times(s, BASE25519), edwards_times(k, negative))
    inverse = pow(z, -1, P25519)
    x, y = x * inverse % P25519, y * inverse % P25519
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]
