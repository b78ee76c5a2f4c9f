// Reads DER (X.690), which certificates and time-stamps are written in.

/** Why a time-stamp is refused. */
export class TokenError extends Error {
  constructor(flaw) {
    super(flaw)
    this.flaw = flaw
  }
}

export function requireThat(condition, flaw) {
  if (!condition) throw new TokenError(flaw)
}

/** Reads the values that fill some bytes. BER, which has other lengths than the shortest, is refused. */
export function valuesIn(bytes) {
  const values = []
  for (let at = 0; at < bytes.length;) {
    const start = at
    const [tag, first] = bytes.subarray(at)
    requireThat(first !== undefined && (tag & 31) !== 31, 'structure')
    at += 2
    let length = first
    if (first >= 0x80) {
      const width = first - 0x80
      requireThat(width > 0 && width <= 3, 'ber')
      requireThat(at + width <= bytes.length, 'structure')
      length = bytes.readUIntBE(at, width)
      requireThat(length >= 0x80 && bytes[at] !== 0, 'ber')
      at += width
    }
    const end = at + length
    requireThat(end <= bytes.length, 'structure')
    values.push({ tag, raw: bytes.subarray(start, end), body: bytes.subarray(at, end) })
    at = end
  }
  return values
}

export function only(bytes, tag) {
  const values = valuesIn(bytes)
  requireThat(values.length === 1 && values[0].tag === tag, 'structure')
  return values[0].body
}

/** Takes the values of a SEQUENCE in order. */
export class Fields {
  constructor(body) {
    this.values = valuesIn(body)
  }

  static of(bytes) {
    return new Fields(only(bytes, 0x30))
  }

  optional(tag) {
    return this.values[0]?.tag === tag ? this.values.shift() : undefined
  }

  next(tag) {
    const value = this.optional(tag)
    requireThat(value !== undefined, 'structure')
    return value
  }

  sequence() {
    return new Fields(this.next(0x30).body)
  }

  oid() {
    return this.next(0x06).body.toString('hex')
  }

  /** Takes SEQUENCEs as long as there are any. */
  sequences() {
    const sequences = []
    for (let value = this.optional(0x30); value !== undefined; value = this.optional(0x30))
      sequences.push(value)
    return sequences
  }

  time() {
    return timeOf(this.optional(0x17) ?? this.next(0x18)).seconds
  }

  end() {
    requireThat(this.values.length === 0, 'structure')
  }
}

export function numberOf(body) {
  requireThat(body.length > 0 && body.length <= 4 && body[0] < 0x80, 'structure')
  return body.readUIntBE(0, body.length)
}

/** Returns the seconds since 1970 of a UTCTime or a GeneralizedTime. */
export function timeOf({ tag, body }) {
  const pattern = tag === 0x17 ? /^(\d\d)(\d{10})()Z$/ : /^(\d{4})(\d{10})((?:\.\d{0,9}[1-9])?)Z$/
  const match = pattern.exec(body.toString('latin1', 0, 40))
  requireThat(match !== null, 'structure')
  const [, digits, rest, fraction] = match
  const year = digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 50 ? 2_000 : 1_900)
  const [month, day, hour, minute, second] = rest.match(/../g).map(Number)
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  requireThat(year >= 1_950 && isDate && hour < 24 && minute < 60 && second < 60, 'structure')
  return { seconds: date.getTime() / 1_000, hasFraction: fraction !== '' }
}
