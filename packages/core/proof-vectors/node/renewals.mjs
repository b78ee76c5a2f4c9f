// Checks the renewals of a proof of version 2.
import { createHash } from 'node:crypto'
import { datedBlock } from './bitcoin-blocks.mjs'
import { Problem } from './grammar.mjs'
import { checkLog } from './log-check.mjs'
import { say } from './messages.mjs'
import { sha256 } from './ots-format.mjs'
import { canonical } from './proof-v2-format.mjs'
import { withStates } from './time-stamps.mjs'

/**
 * Returns the time that each renewal proves, or Infinity. Throws the Problem of the first one that is broken.
 * `witnessesOf` checks the witnesses of a root, `rootOf` follows a path.
 */
export function checkRenewals(proof, { witnessesOf, rootOf }) {
  const renewals = proof.renewals.map((renewal, n) => {
    const problem = (flaw) => new Problem('renewal_broken', { number: n + 1, flaw: say(`renewal.${flaw}`) })
    const { hash, digest, path, root, witnesses, log } = renewal
    if (digestOf(proof, n, hash) !== digest) throw problem('digest')
    const leaf = sha256(Buffer.of(2), Buffer.from(digest, 'hex')).toString('hex')
    if (rootOf(leaf, path) !== root) throw problem('path')
    const { attestations, tokens } = withProblem(
      () => witnessesOf(witnesses, { version: 2, root }),
      problem('witness'),
    )
    const blocks = blocksOf(attestations, witnesses)
    const isPossible = blocks.some(({ kind }) => kind === 'open' || kind === 'proven')
    if (blocks.length > 0 && !isPossible) throw problem('witness')
    withProblem(() => checkLog(log, root), problem('log'))
    return { blocks, tokens }
  })
  // A later renewal keeps the time-stamps of an earlier one alive, so the last one is judged first.
  const times = []
  for (const one of renewals.reverse()) times.unshift(timeOf(one, Math.min(...times)))
  return times
}

function withProblem(check, problem) {
  try {
    return check()
  } catch (error) {
    throw error instanceof Problem ? problem : error
  }
}

function digestOf(proof, n, hash) {
  const { log: _, renewals, ...core } = proof
  const coveredParts = n === 0 ? core : { ...core, renewals: renewals.slice(0, n) }
  const text = `priormark/2 ${n === 0 ? 'core' : 'renewal'}\0${canonical(coveredParts)}`
  return createHash(hash).update(text).digest('hex')
}

/** What the headers of witnesses show of the blocks of their attestations; nothing if there are none. */
function blocksOf(attestations, witnesses) {
  const headers = witnesses.flatMap(({ headers: hexHeaders = [] }) =>
    hexHeaders.map((hex) => Buffer.from(hex, 'hex')),
  )
  const bitcoinAttestations =
    headers.length === 0 ? [] : attestations.filter(({ kind }) => kind === 'bitcoin')
  return bitcoinAttestations.map(({ height, message }) => datedBlock(height, message, headers))
}

function timeOf({ blocks, tokens }, renewedAt) {
  const knownTokens = withStates(tokens, renewedAt).filter(({ state }) => state === 'known')
  const provenTimes = blocks.filter(({ kind }) => kind === 'proven').map(({ time }) => time)
  return Math.min(...provenTimes, ...knownTokens.map(({ seconds }) => seconds))
}
