import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { RevocationEntry } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { Anchor } from '../../leaves/batch-entities.ts'

/** One authority's time-stamp of a root: stored before it is requested. */
export const TsaToken = defineEntity({
  name: 'TsaToken',
  uniques: [{ properties: ['anchor', 'url'] }],
  properties: {
    id: p.uuid().primary(),
    anchor: () => p.manyToOne(Anchor).deleteRule('cascade'),
    /** The authority's address. */
    url: p.text(),
    /** In hex. Every attempt of this request contains it. */
    nonce: p.string().length(16),
    /** How often it was requested, counted before each request is sent. */
    attempts: p.integer().default(0),
    /** Consecutive requests without a result; an administrator's retry resets them. */
    failures: p.integer().default(0),
    sentAt: p.datetime().nullable(),
    /** Null once there is a token, and while another authority is asked instead. */
    nextAttemptAt: p.datetime().nullable(),
    /** The process that works on it. A process that finds another claim must not write. */
    claim: p.uuid().nullable(),
    /** In DER and base64; null until the authority signed. */
    token: p.text().nullable(),
    /** The certificates of the token's chain that are not in the token, in DER and base64. */
    certificates: p.json<string[]>().nullable(),
    /** The issuer's statement that the signer's certificate was not revoked; null until that is checked. */
    revocation: p.json<RevocationEntry[]>().nullable(),
    /** When revocation is checked next; null if it no longer is. */
    revocationDueAt: p.datetime().nullable(),
    /** The signer's certificate was revoked before the token's time, so the token is in no proof. */
    isRevoked: p.boolean().default(false),
    receivedAt: p.datetime().nullable(),
    /** The time in the token. */
    tokenTime: p.datetime().nullable(),
    noLaterThan: p.datetime().nullable(),
    /** When the first certificate in its chain expires. */
    validUntil: p.datetime().nullable(),
  },
})
export type TsaToken = InferEntity<typeof TsaToken>
