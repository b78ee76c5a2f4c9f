import type { TimestampView } from '@priormark/core/proofs/anchors/anchor'
import type { Em } from '../../../platform/database/database.ts'
import type { TsaConfig } from './tsa-config.ts'
import { countSent } from './tsa-repository.ts'
import { TsaToken } from './tsa-token-entity.ts'

/** Returns what administrators see of the configured authorities, in their order. */
export async function readTimestamps(
  em: Em,
  { urls, tokensPerDay }: Pick<TsaConfig, 'urls' | 'tokensPerDay'>,
  now: Date,
): Promise<TimestampView> {
  const authorities = []
  for (const url of urls) {
    const order = { orderBy: { receivedAt: 'desc', id: 'asc' } } as const
    const newest = await em.findOne(TsaToken, { url, token: { $ne: null } }, order)
    authorities.push({ host: new URL(url).host, newest: newest === null ? null : newestView(newest) })
  }
  return { requestsToday: await countSent(em, now), requestsPerDay: tokensPerDay, authorities }
}

function newestView(newest: TsaToken): TimestampView['authorities'][number]['newest'] {
  const { receivedAt, tokenTime, validUntil } = newest
  if (receivedAt == null || tokenTime == null || validUntil == null) return null
  return {
    receivedAt: receivedAt.toISOString(),
    aheadSeconds: Math.round((tokenTime.getTime() - receivedAt.getTime()) / 1_000),
    certificateEndsAt: validUntil.toISOString(),
  }
}
