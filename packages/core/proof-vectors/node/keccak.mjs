// Keccak-256 as Ethereum uses it, which Node's crypto does not have. Lanes of 64 bits are BigInts.
const mask = (1n << 64n) - 1n
const rate = 136

function rotated(lane, by) {
  return ((lane << by) | (lane >> (64n - by))) & mask
}

/** The constants of the 24 rounds, from the shift register of the specification (FIPS 202, section 3.2.5). */
const roundConstants = (() => {
  let register = 1
  return Array.from({ length: 24 }, () => {
    let constant = 0n
    for (let bit = 0; bit < 7; bit += 1) {
      if (register % 2 === 1) constant |= 1n << BigInt(2 ** bit - 1)
      register = register > 127 ? (register * 2) ^ 0x171 : register * 2
    }
    return constant
  })
})()

function permute(state) {
  for (const constant of roundConstants) {
    const parity = [0, 1, 2, 3, 4].map(
      (x) => state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20],
    )
    for (let n = 0; n < 25; n += 1) state[n] ^= parity[(n + 4) % 5] ^ rotated(parity[(n + 1) % 5], 1n)
    let [x, y] = [1, 0]
    let lane = state[1]
    for (let step = 0; step < 24; step += 1) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const next = state[x + 5 * y]
      state[x + 5 * y] = rotated(lane, BigInt((((step + 1) * (step + 2)) / 2) % 64))
      lane = next
    }
    for (let row = 0; row < 25; row += 5) {
      const lanes = state.slice(row, row + 5)
      for (let n = 0; n < 5; n += 1)
        state[row + n] = lanes[n] ^ (~lanes[(n + 1) % 5] & mask & lanes[(n + 2) % 5])
    }
    state[0] ^= constant
  }
}

export function keccak256(message) {
  const padded = Buffer.alloc((Math.floor(message.length / rate) + 1) * rate)
  message.copy(padded)
  padded[message.length] ^= 1
  padded[padded.length - 1] ^= 0x80
  const state = Array.from({ length: 25 }, () => 0n)
  for (let block = 0; block < padded.length; block += rate) {
    for (let n = 0; n < rate / 8; n += 1) state[n] ^= padded.readBigUInt64LE(block + 8 * n)
    permute(state)
  }
  const digest = Buffer.alloc(32)
  for (let n = 0; n < 4; n += 1) digest.writeBigUInt64LE(state[n], 8 * n)
  return digest
}
