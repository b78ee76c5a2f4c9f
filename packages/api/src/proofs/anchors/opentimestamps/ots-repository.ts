import { randomUUID } from 'node:crypto'
import { openStates, statesInBlock } from '@priormark/core/proofs/anchors/anchor-state'
import { Anchor, anchorIs } from '../../leaves/batch-entities.ts'
import type { Em } from '../../../platform/database/database.ts'
import { sql, type SqlBool } from 'kysely'
import * as v from 'valibot'
import { columnsOf, readRows } from '../../../platform/database/rows.ts'
import { queries } from '../../tables.ts'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** The progress of a root with the calendars. The public state of its `anchor` is derived from this row. */
export const OtsStamp = defineEntity({
  name: 'OtsStamp',
  properties: {
    anchor: () => p.oneToOne(Anchor).owner().primary().deleteRule('cascade'),
    /**
     * The root's `.ots` in base64: the calendars' promises, and only blocks that were checked against their header.
     * Null until enough calendars accepted the root.
     */
    ots: p.text().nullable(),
    /** When calendars last accepted the root; null makes the next attempt submit it. */
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
export type OtsStamp = InferEntity<typeof OtsStamp>

/** An open anchor as it was when this process claimed it. `root` is in hex. */
export type ClaimedStamp = NonNullable<Awaited<ReturnType<typeof claimStamp>>>

const isOpen = sql<SqlBool>`anchor.kind = 'opentimestamps' and ${anchorIs(openStates)}`

/** Inserts the missing rows of open anchors. */
export async function insertMissingStamps(em: Em, now: Date): Promise<void> {
  await sql`insert into ots_stamp (anchor_id, next_attempt_at) select id, ${now}::timestamptz from anchor where ${isOpen}
     on conflict do nothing`.execute(queries(em))
}

const ClaimedRow = v.object({ anchorId: v.string() })

/**
 * Claims the open anchor that has been due longest. No other process claims it before `leaseEnd`; a later claim voids
 * this one. Null if none is due.
 */
export async function claimStamp(em: Em, now: Date, leaseEnd: Date) {
  const claim = randomUUID()
  const [row] = await readRows(em, ClaimedRow)`
    update ots_stamp set claim = ${claim}, next_attempt_at = ${leaseEnd} where anchor_id = (
      select ots_stamp.anchor_id from ots_stamp join anchor on anchor.id = ots_stamp.anchor_id
      where ${isOpen} and ots_stamp.next_attempt_at <= ${now}
      order by ots_stamp.next_attempt_at, ots_stamp.anchor_id for update of ots_stamp skip locked limit 1
    ) returning ${columnsOf(ClaimedRow)}`
  if (row === undefined) return null
  const { anchorId } = row
  const stamp = await em.findOneOrFail(OtsStamp, { anchor: anchorId })
  const anchor = await em.findOneOrFail(Anchor, { id: anchorId }, { populate: ['batch'] })
  return {
    anchorId,
    claim,
    root: anchor.batch.root,
    sealedAt: anchor.batch.sealedAt,
    state: anchor.state,
    submittedAt: anchor.submittedAt ?? null,
    ots: stamp.ots ?? null,
    stampedAt: stamp.stampedAt ?? null,
    attempts: stamp.attempts,
    failures: stamp.failures,
  }
}

/** Stores the result of a step. Returns false if the claim is void because another process took over; then nothing is stored. */
export async function saveStamp(
  em: Em,
  { anchorId, claim }: ClaimedStamp,
  change: Partial<Omit<OtsStamp, 'anchor' | 'claim'>>,
): Promise<boolean> {
  return (await em.nativeUpdate(OtsStamp, { anchor: anchorId, claim }, change)) === 1
}

/**
 * Makes an anchor due immediately: its calendars are polled, and its root is submitted again if no block contains it. Its
 * failures still count, so that its reason stays reported until a step succeeds.
 */
export async function retryStampNow(em: Em, anchorId: string, now: Date): Promise<void> {
  await em.nativeUpdate(OtsStamp, { anchor: anchorId }, { nextAttemptAt: now, attempts: 0, stampedAt: null })
}

/** The block that contains a root, and those that follow it: 80-byte headers in hex. */
const StoredBlock = v.object({
  height: v.number(),
  header: v.string(),
  /** In order; empty until the record is final. */
  confirmationHeaders: v.array(v.string()),
})
export type StoredBlock = v.InferOutput<typeof StoredBlock>

/** Returns the Bitcoin blocks that contain a batch's root, for offline verification. */
export async function readStoredBlocks(em: Em, batchId: string): Promise<StoredBlock[]> {
  return readRows(em, StoredBlock)`
    select block_height::int as height, block_header as header,
      coalesce(confirmation_headers, '[]') as "confirmationHeaders" from ots_stamp
    join anchor on anchor.id = ots_stamp.anchor_id
    where anchor.batch_id = ${batchId} and ${anchorIs(statesInBlock)} and block_header is not null`
}
