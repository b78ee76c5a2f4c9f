import * as v from 'valibot'

/** A UUID in lower case, as the database writes it. */
export const Uuid = v.pipe(v.string(), v.toLowerCase(), v.uuid())

/** A SHA-256 in lower-case hex without prefix. */
export const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'A SHA-256 has 64 hexadecimal digits'))

/** A moment in JSON: ISO 8601 in UTC. */
export const IsoDate = v.pipe(v.string(), v.isoTimestamp())
