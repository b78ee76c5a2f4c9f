/** Why a time-stamp token is refused, in the order of the checks. */
export type TokenFlaw =
  | 'ber'
  | 'structure'
  | 'algorithm'
  | 'attributes'
  | 'signer'
  | 'signature'
  | 'usage'
  | 'validity'
  | 'chain'
  | 'revocation'
  | 'revoked'
  | 'imprint'

/** Ends the verification of a token. */
export class TokenError extends Error {
  readonly flaw: TokenFlaw

  constructor(flaw: TokenFlaw) {
    super(flaw)
    this.flaw = flaw
  }
}

/** Requires a condition. @throws TokenError */
export function requireThat(condition: boolean, flaw: TokenFlaw): asserts condition {
  if (!condition) throw new TokenError(flaw)
}

/** One value of DER (X.690): its tag of one byte, all of its bytes, and its content. */
export interface Der {
  tag: number
  raw: Uint8Array
  body: Uint8Array
}

/** The tags that time-stamps consist of. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** Reads the values that fill some bytes. @throws TokenError for BER whose lengths are not in the shortest form */
export function valuesIn(bytes: Uint8Array): Der[] {
  const values: Der[] = []
  for (let offset = 0; offset < bytes.length;) {
    const start = offset
    const [tag = 0, first] = bytes.subarray(offset)
    requireThat(first !== undefined && (tag & 31) !== 31, 'structure')
    offset += 2
    let length = first
    if (first >= 0x80) {
      const size = bytes.subarray(offset, offset + first - 0x80)
      requireThat(first > 0x80 && first <= 0x83, 'ber')
      requireThat(size.length === first - 0x80, 'structure')
      length = size.reduce((sum, byte) => sum * 256 + byte, 0)
      requireThat(length >= 0x80 && size[0] !== 0, 'ber')
      offset += size.length
    }
    requireThat(offset + length <= bytes.length, 'structure')
    values.push({
      tag,
      raw: bytes.subarray(start, offset + length),
      body: bytes.subarray(offset, offset + length),
    })
    offset += length
  }
  return values
}

/** Takes the values of a SEQUENCE in order. Each method throws a TokenError if the next value is another. */
export class Fields {
  readonly #values: Der[]

  constructor(body: Uint8Array) {
    this.#values = valuesIn(body)
  }

  /** The fields of the one SEQUENCE that fills some bytes. */
  static of(bytes: Uint8Array): Fields {
    return new Fields(only(bytes, tags.sequence).body)
  }

  optional(tag: number): Der | undefined {
    return this.#values[0]?.tag === tag ? this.#values.shift() : undefined
  }

  next(tag: number): Der {
    const value = this.optional(tag)
    requireThat(value !== undefined, 'structure')
    return value
  }

  /** The fields of the next value, a SEQUENCE. */
  sequence(): Fields {
    return new Fields(this.next(tags.sequence).body)
  }

  /** The remaining values, all of them a SEQUENCE. The last step checks that nothing else follows. */
  *sequences(): Generator<Der> {
    for (let value = this.optional(tags.sequence); value !== undefined; value = this.optional(tags.sequence))
      yield value
    this.end()
  }

  time(): number {
    return timeOf(this.optional(tags.utcTime) ?? this.next(tags.generalizedTime)).seconds
  }

  end(): void {
    requireThat(this.#values.length === 0, 'structure')
  }
}

/** Returns the one value that fills some bytes, which has this tag. @throws TokenError */
export function only(bytes: Uint8Array, tag: number): Der {
  const [value, ...more] = valuesIn(bytes)
  requireThat(value?.tag === tag && more.length === 0, 'structure')
  return value
}

/** Reads an INTEGER of at most 4 bytes. @throws TokenError for a negative or longer one */
export function smallNumber({ body }: Der): number {
  requireThat(body.length > 0 && body.length <= 4 && (body[0] ?? 0) < 0x80, 'structure')
  return body.reduce((sum, byte) => sum * 256 + byte, 0)
}

/** Returns the time of a UTCTime or GeneralizedTime as DER has it, in seconds since 1970. @throws TokenError */
export function timeOf({ tag, body }: Der): { seconds: number; hasFraction: boolean } {
  const text = String.fromCharCode(...body.subarray(0, 40))
  const pattern = tag === tags.utcTime ? /^(\d\d)(\d{10})()Z$/ : /^(\d{4})(\d{10})((?:\.\d{0,9}[1-9])?)Z$/
  const [, year = '', rest = '', fraction = ''] = pattern.exec(text) ?? []
  const fullYear = year.length === 2 ? Number(year) + (Number(year) < 50 ? 2_000 : 1_900) : Number(year)
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = (rest.match(/../g) ?? []).map(Number)
  const date = new Date(Date.UTC(fullYear, month - 1, day, hour, minute, second))
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  requireThat(fullYear >= 1_950 && isSame && hour < 24 && minute < 60 && second < 60, 'structure')
  return { seconds: date.getTime() / 1_000, hasFraction: fraction !== '' }
}
