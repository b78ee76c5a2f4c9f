import { defineEntity, p } from '@mikro-orm/core'
import type { RevocationEntry } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { Anchor } from '../../leaves/batch-entities.ts'

export const TsaTokenSchema = defineEntity({
  name: 'TsaToken',
  tableName: 'tsa_token',
  uniques: [{ properties: ['anchor', 'url'] }],
  properties: {
    id: p.uuid().primary(),
    anchor: () => p.manyToOne(Anchor).deleteRule('cascade'),
    /** The authority's address. */
    url: p.text(),
    /** In hex. All requests for this row contain it, so that no authority signs for two of them. */
    nonce: p.string().length(16),
    /** The requests so far, counted before they are sent. */
    attempts: p.integer().default(0),
    /** Consecutive requests without a result; an administrator's retry forgets them. */
    failures: p.integer().default(0),
    sentAt: p.datetime().nullable(),
    /** Null once there is a token, and while another authority is asked instead. */
    nextAttemptAt: p.datetime().nullable(),
    /** The process that works on it. A process that finds another claim must not write. */
    claim: p.uuid().nullable(),
    /** In DER and base64; null until the authority signed. */
    token: p.text().nullable(),
    /** The certificates of its chain that are not in it, in DER and base64. */
    certificates: p.json<string[]>().nullable(),
    /** What its issuer says about the signer's certificate; null until that was checked. */
    revocation: p.json<RevocationEntry[]>().nullable(),
    /** When revocation is checked next; null once that is done. */
    revocationDueAt: p.datetime().nullable(),
    /** The signer's certificate was revoked before the token's time, so the token is in no proof. */
    isRevoked: p.boolean().default(false),
    receivedAt: p.datetime().nullable(),
    /** The time in the token. */
    tokenTime: p.datetime().nullable(),
    noLaterThan: p.datetime().nullable(),
    /** The first end of a certificate in its chain. */
    validUntil: p.datetime().nullable(),
  },
})

/** One authority's time-stamp of a root: stored before it is requested. */
export class TsaToken extends TsaTokenSchema.class {}
TsaTokenSchema.setClass(TsaToken)
