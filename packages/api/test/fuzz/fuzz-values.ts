import fc from 'fast-check'

/** Texts that have broken programs, for encodings, queries, paths, headers and pages. */
const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202eabc',
  'e\u0301'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(40),
  '\u{10ffff}',
  'İı',
  '\'; drop table "order"; --',
  '%_\\',
  '\\',
  '"',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  '=cmd|calc',
  '__proto__',
  'constructor',
  'undefined',
  'NaN',
  '1e999',
  '-1',
  '99999999999999999999',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  'A'.repeat(20_000),
  'tsquery & | ! :* <->',
] as const

export const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary' }))

/** An object with keys that every object inherits, which only JSON can create. */
const prototypeKeys: unknown = JSON.parse(
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":1},"toString":1}',
)

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Values of every JSON type, for places where another type is expected. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1.5, 1e308, 2 ** 53, 2 ** 31, -(2 ** 63), [], {}, [
    [],
  ]),
  fc.constantFrom(prototypeKeys, nested(500)),
  fc.jsonValue(),
)

/** Parts of a path as a person may type them, with invalid percent signs. */
export const hostilePathPart = fc.oneof(
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%C0%AF',
    '%ED%A0%80',
    '..%2f..%2fetc',
    '%2e%2e',
    '.',
    '%20',
    ';a=b',
    'a'.repeat(4_000),
  ),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
)

/** Bodies that are not JSON, or hardly. */
export const hostileBody = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    'null',
    '[',
    '"',
    '\ufeff{}',
    '{"a":1,"a":2}',
    '{"__proto__":null}',
    '['.repeat(5_000),
    '1'.repeat(5_000),
    'a=b&c=d',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    `{"a":"${'x'.repeat(300_000)}"}`,
  ),
  fc.json(),
  fc.uint8Array({ maxLength: 200 }),
)

/** Headers whose value a caller chooses, including repeated ones. */
export const hostileHeaders: fc.Arbitrary<[string, string][]> = fc.array(
  fc.oneof(
    fc.constantFrom<[string, string]>(
      ['Content-Type', 'text/plain'],
      ['Content-Type', 'application/json; charset=utf-16'],
      ['Content-Type', 'multipart/form-data'],
      ['Content-Type', 'multipart/form-data; boundary='],
      ['Content-Type', ';;;'],
      ['Content-Encoding', 'gzip'],
      ['Accept', '*/*;q=nonsense'],
      ['Accept-Encoding', 'br;q=-1, *;q=x'],
      ['Authorization', 'Bearer'],
      ['Authorization', 'Basic YTpi'],
      ['Cookie', 'priormark=eyJ0b2tlbklkIjoxfQ==; priormark.sig=x'],
      ['Cookie', 'priormark=%'],
      ['Host', 'evil.example'],
      ['Host', 'a:b:c'],
      ['Origin', 'null'],
      ['Origin', 'https://evil.example'],
      ['Sec-Fetch-Site', 'cross-site'],
      ['Referer', 'https://evil.example/'],
      ['If-Match', '*'],
      ['If-Match', '"1"'],
      ['If-Match', '"99999999999999999999"'],
      ['If-None-Match', '*'],
      ['If-Range', '"x"'],
      ['Range', 'bytes=0-0'],
      ['Range', 'bytes=5-1,9-'],
      ['Range', 'bytes=99999999999999-'],
      ['Idempotency-Key', 'one'],
      ['Idempotency-Key', 'k'.repeat(3_000)],
      ['X-Forwarded-Host', 'evil.example, b'],
      ['X-Forwarded-Proto', 'gopher'],
      ['X-HTTP-Method-Override', 'DELETE'],
      ['X-Duplicate', 'a'],
      ['X-Duplicate', 'b'],
      ['stripe-signature', 't=1,v1=00'],
    ),
    fc.tuple(
      fc.constantFrom(
        'Idempotency-Key',
        'If-Match',
        'Range',
        'Accept-Language',
        'User-Agent',
        'Content-Type',
      ),
      fc.string({
        unit: fc
          .integer({ min: 0x21, max: 0xff })
          .filter((code) => code < 0x7f || code > 0x9f)
          .map((code) => String.fromCharCode(code)),
      }),
    ),
  ),
  { maxLength: 4 },
)
