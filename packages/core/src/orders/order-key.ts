import * as v from 'valibot'

/** The secret in the address of an order's page: 32 random bytes in base64url. Who has it sees the order, nobody else does. */
export const OrderKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
