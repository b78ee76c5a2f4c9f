import * as v from 'valibot'
import { IsoDate, Sha256, Uuid } from '../ids.ts'

/** Where a root can be recorded: a link that the operator declares, a transaction on an EVM chain, Bitcoin by OpenTimestamps. */
export const anchorKinds = ['manual', 'evm', 'opentimestamps'] as const
export type AnchorKind = (typeof anchorKinds)[number]

/**
 * queued -> submitted -> included -> final. `submitted`: handed to the chain; `included`: in a block that could still be
 * replaced; `final`: in a block that the chain calls final. A block that is replaced leads back to `submitted`.
 */
export const anchorStates = ['queued', 'submitted', 'included', 'final'] as const
export type AnchorState = (typeof anchorStates)[number]

/** A root's anchor as administrators see it. */
export const AnchorView = v.object({
  id: Uuid,
  kind: v.picklist(anchorKinds),
  state: v.picklist(anchorStates),
  /** Why it does not get on and what a person can do, in a sentence; null while nothing is wrong. */
  stuckReason: v.nullable(v.string()),
  batchId: Uuid,
  root: Sha256,
  /** How many orders stand under the root. */
  leafCount: v.number(),
  sealedAt: IsoDate,
  submittedAt: v.nullable(IsoDate),
  includedAt: v.nullable(IsoDate),
  finalAt: v.nullable(IsoDate),
  /** The block's own time. */
  blockTime: v.nullable(IsoDate),
  /** The page that shows the record. */
  link: v.nullable(v.string()),
})
export type AnchorView = v.InferOutput<typeof AnchorView>

/** Which anchors are listed: `open` is every one that is not final. */
export const anchorFilters = ['open', 'stuck', 'all'] as const
export type AnchorFilter = (typeof anchorFilters)[number]

/** The anchoring queue. */
export const AnchorQueue = v.object({
  /** Paid orders that are not under a root yet. */
  waitingOrders: v.number(),
  /** When the waiting ones are sealed at the latest; null while none waits. */
  nextSealAt: v.nullable(IsoDate),
  /** What new roots are recorded with. */
  kinds: v.array(v.picklist(anchorKinds)),
  anchors: v.array(AnchorView),
  total: v.number(),
})
export type AnchorQueue = v.InferOutput<typeof AnchorQueue>
