import type { AnchorCheck } from '../proof/anchor-check.ts'
import { datedBlock, type DatedBlock } from '../proof/bitcoin-chain.ts'
import { concatBytes, fromHex, toHex } from '../proof/bytes.ts'
import { rootFromPath } from '../proof/merkle-path.ts'
import { utf8 } from '../../platform/utf8.ts'
import { canonicalValue } from '../proof/canonical-json.ts'
import { checkLog } from './log/log-check.ts'
import type { ProofDeps } from './proof-deps.ts'
import type { ProofV2 } from './proof-v2-schema.ts'
import { checkWitnesses, headersOf, withStates } from './witness-check.ts'

/** Which check of a renewal fails. */
export type RenewalFlaw = 'digest' | 'path' | 'witness' | 'log'

type Renewal = ProofV2['renewals'][number]

/**
 * Checks the renewals of a proof, each of which covers the proof and the renewals before it. Returns the time that each one
 * proves, in seconds since 1970, or null; or the first one that is broken, counted from 0.
 */
export async function checkRenewals(
  proof: ProofV2,
  deps: ProofDeps,
): Promise<{ times: (number | null)[] } | { renewal: number; flaw: RenewalFlaw }> {
  const renewals: { checks: readonly AnchorCheck[]; blocks: readonly DatedBlock[] }[] = []
  for (const [n, renewal] of proof.renewals.entries()) {
    const { digest, path, root, witnesses, log } = renewal
    if ((await digestOf(proof, n, deps)) !== digest) return { renewal: n, flaw: 'digest' }
    const leaf = deps.sha256(concatBytes(Uint8Array.of(2), fromHex(digest)))
    if (toHex(rootFromPath(leaf, path, deps.sha256)) !== root) return { renewal: n, flaw: 'path' }
    const results = await checkWitnesses(witnesses, root, deps)
    if ('problem' in results) return { renewal: n, flaw: 'witness' }
    const blocks = blocksOf(renewal, results.checks, deps)
    const isPossible = blocks.some(({ kind }) => kind === 'open' || kind === 'proven')
    if (blocks.length > 0 && !isPossible) return { renewal: n, flaw: 'witness' }
    if ('flaw' in (await checkLog(log, root, deps))) return { renewal: n, flaw: 'log' }
    renewals.push({ checks: results.checks, blocks })
  }
  // A later renewal keeps the time-stamps of an earlier one alive, so the last one is judged first.
  const times: (number | null)[] = []
  for (const { checks, blocks } of renewals.toReversed())
    times.unshift(timeOf(withStates(checks, deps.nowSeconds, earliest(times)), blocks))
  return { times }
}

/** Returns the earliest of some times; null if there is none. */
export function earliest(times: readonly (number | null)[]): number | null {
  const provenTimes = times.filter((time) => time !== null)
  return provenTimes.length === 0 ? null : Math.min(...provenTimes)
}

/** The digest of what a renewal covers: the proof without its log, and the renewals before it. */
async function digestOf(proof: ProofV2, n: number, { sha256, sha3, subtle }: ProofDeps): Promise<string> {
  const { log: _, renewals, ...core } = proof
  const covered = n === 0 ? core : { ...core, renewals: renewals.slice(0, n) }
  const label = n === 0 ? 'core' : 'renewal'
  const bytes = utf8(`priormark/2 ${label}\0${canonicalValue(covered)}`)
  const name = renewals[n]?.hash
  if (name === 'sha512') return toHex(new Uint8Array(await subtle.digest('SHA-512', Uint8Array.from(bytes))))
  return toHex(name === 'sha256' ? sha256(bytes) : sha3(bytes))
}

/** Returns what the headers of a renewal show about the blocks that its attestations name; empty without headers. */
function blocksOf(
  { witnesses }: Renewal,
  checks: readonly AnchorCheck[],
  { sha256, checkpoints }: ProofDeps,
): DatedBlock[] {
  const headers = witnesses.flatMap(headersOf)
  if (headers.length === 0) return []
  const evidence = { headers, sha256, ...(checkpoints === undefined ? {} : { checkpoints }) }
  return checks
    .flatMap((check) => (check.kind === 'opentimestamps' ? check.attestations : []))
    .flatMap((one) => (one.kind === 'bitcoin' ? [datedBlock(one.height, one.message, evidence)] : []))
}

/** The earliest time that the witnesses of a renewal prove without a look-up; null if none does. */
function timeOf(checks: readonly AnchorCheck[], blocks: readonly DatedBlock[]): number | null {
  return earliest([
    ...checks.flatMap((check) =>
      check.kind === 'rfc3161' && check.state === 'known' ? [check.token.noLaterThanSeconds] : [],
    ),
    ...blocks.flatMap((block) => (block.kind === 'proven' ? [block.noLaterThanSeconds] : [])),
  ])
}
