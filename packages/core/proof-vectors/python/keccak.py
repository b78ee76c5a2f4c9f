"""Keccak-256 as Ethereum uses it, which Python's hashlib does not have."""

MASK = 2**64 - 1
RATE = 136


def rotated(lane, by):
    return (lane << by | lane >> 64 - by) & MASK


def make_round_constants():
    """From the shift register of the specification (FIPS 202, section 3.2.5)."""
    register = 1
    for _ in range(24):
        constant = 0
        for bit in range(7):
            if register & 1:
                constant |= 1 << 2**bit - 1
            register = register << 1 ^ 0x171 if register > 127 else register << 1
        yield constant


ROUND_CONSTANTS = tuple(make_round_constants())


def permute(state):
    for constant in ROUND_CONSTANTS:
        parity = [state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20] for x in range(5)]
        change = [parity[x - 1] ^ rotated(parity[(x + 1) % 5], 1) for x in range(5)]
        for n in range(25):
            state[n] ^= change[n % 5]
        x, y, lane = 1, 0, state[1]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            state[x + 5 * y], lane = rotated(lane, (step + 1) * (step + 2) // 2 % 64), state[x + 5 * y]
        for row in range(0, 25, 5):
            lanes = state[row : row + 5]
            for n in range(5):
                state[row + n] = lanes[n] ^ (~lanes[(n + 1) % 5] & lanes[(n + 2) % 5])
        state[0] ^= constant


def keccak256(message):
    padded = bytearray(message) + bytes(RATE - len(message) % RATE)
    padded[len(message)] ^= 1
    padded[-1] ^= 0x80
    state = [0] * 25
    for block in range(0, len(padded), RATE):
        for n in range(RATE // 8):
            state[n] ^= int.from_bytes(padded[block + 8 * n : block + 8 * n + 8], "little")
        permute(state)
    return b"".join(lane.to_bytes(8, "little") for lane in state[:4])
