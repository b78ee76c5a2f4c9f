import type { Em } from '../../../platform/database/database.ts'

/**
 * Returns the EVM chain of each anchor by the anchor's id. It is known from the first signature on, before any block.
 */
export async function sentChains(
  em: Em,
  anchors: readonly { id: string; kind: string }[],
): Promise<ReadonlyMap<string, number>> {
  const ids = anchors.flatMap(({ id, kind }) => (kind === 'evm' ? [id] : []))
  if (ids.length === 0) return new Map()
  const rows = await em.execute<{ anchorId: string; chainId: number }[]>(
    `select anchor_id as "anchorId", chain_id::float8 as "chainId" from evm_transaction
     where abandoned_at is null and anchor_id in (${ids.map(() => '?').join(', ')})`,
    ids,
  )
  return new Map(rows.map(({ anchorId, chainId }) => [anchorId, chainId]))
}
