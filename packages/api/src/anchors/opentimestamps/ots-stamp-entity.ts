import { defineEntity, p } from '@mikro-orm/core'
import { Anchor } from '../../proofs/anchor-entity.ts'

const OtsStampSchema = defineEntity({
  name: 'OtsStamp',
  tableName: 'ots_stamp',
  properties: {
    anchor: () => p.oneToOne(Anchor).owner().primary().deleteRule('cascade'),
    /**
     * The root's `.ots` in base64: the promises of calendars, and no block but one that was checked against its header.
     * Null until enough calendars took the root.
     */
    ots: p.text().nullable(),
    /** When calendars last took the root; null makes it be handed in at the next try. */
    stampedAt: p.datetime().nullable(),
    /** Tries since it last got on: they make the wait for the next one longer. */
    tries: p.integer().default(0),
    /** Tries in a row that failed. */
    failures: p.integer().default(0),
    nextTryAt: p.datetime(),
    /** Who works on it; whoever finds another claim than his own keeps his hands off. */
    claim: p.uuid().nullable(),
    /** The block that has the root, and its 80 bytes in hex. */
    blockHeight: p.integer().nullable(),
    blockHeader: p.string().length(160).nullable(),
  },
})

/** How far a root is with the calendars: what `anchor` says of it to everyone follows from this row. */
export class OtsStamp extends OtsStampSchema.class {}
OtsStampSchema.setClass(OtsStamp)
