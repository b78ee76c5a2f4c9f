import { defineEntity, p } from '@mikro-orm/core'
import { Anchor } from '../../leaves/anchor-entity.ts'

export const OtsStampSchema = defineEntity({
  name: 'OtsStamp',
  tableName: 'ots_stamp',
  properties: {
    anchor: () => p.oneToOne(Anchor).owner().primary().deleteRule('cascade'),
    /**
     * The root's `.ots` in base64: the calendars' promises, and only blocks that were checked against their header.
     * Null until enough calendars accepted the root.
     */
    ots: p.text().nullable(),
    /** When calendars last accepted the root; null makes the next try submit it. */
    stampedAt: p.datetime().nullable(),
    /** Attempts since the last progress; the delay grows with them. */
    attempts: p.integer().default(0),
    /** Consecutive failures. */
    failures: p.integer().default(0),
    nextAttemptAt: p.datetime(),
    /** The process that works on it. A process that finds another claim must not write. */
    claim: p.uuid().nullable(),
    /** The block that contains the root, and its 80-byte header in hex. */
    blockHeight: p.integer().nullable(),
    blockHeader: p.string().length(160).nullable(),
    /** The headers of the blocks that follow it, in order, in hex; null until it is final. */
    confirmationHeaders: p.json<string[]>().nullable(),
  },
})

/** The progress of a root with the calendars. The public state of its `anchor` is derived from this row. */
export class OtsStamp extends OtsStampSchema.class {}
OtsStampSchema.setClass(OtsStamp)
