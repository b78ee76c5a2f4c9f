import type { TimestampView } from '@priormark/core/proofs/anchors/anchor'
import type { Em } from '../../../platform/database/database.ts'
import type { TsaConfig } from './tsa-config.ts'
import { countRequests } from './tsa-repository.ts'
import { TsaToken } from './tsa-token-entity.ts'

/** Returns the view of the configured authorities for administrators, in the order of the configuration. */
export async function readTimestamps(
  em: Em,
  { urls, tokensPerDay }: Pick<TsaConfig, 'urls' | 'tokensPerDay'>,
  now: Date,
): Promise<TimestampView> {
  const authorities = []
  for (const url of urls) {
    const newestFirst = { orderBy: { receivedAt: 'desc', id: 'asc' } } as const
    const newest = await em.findOne(TsaToken, { url, token: { $ne: null } }, newestFirst)
    authorities.push({ host: new URL(url).host, newest: newest === null ? null : tokenView(newest) })
  }
  return { requestsToday: await countRequests(em, now), requestsPerDay: tokensPerDay, authorities }
}

function tokenView({
  receivedAt,
  tokenTime,
  validUntil,
}: TsaToken): TimestampView['authorities'][number]['newest'] {
  if (receivedAt == null || tokenTime == null || validUntil == null) return null
  return {
    receivedAt: receivedAt.toISOString(),
    aheadSeconds: Math.round((tokenTime.getTime() - receivedAt.getTime()) / 1_000),
    certificateEndsAt: validUntil.toISOString(),
  }
}
