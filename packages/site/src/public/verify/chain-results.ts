import { attestationCheck, type AnchorCheck, type AttestationCheck } from '@priormark/core/proof/anchor-check'
import { latestMoment } from '@priormark/core/anchors/block-moment'
import { isDevelopmentChain } from '@priormark/core/anchors/evm-chains'
import { toHex } from '@priormark/core/proof/bytes'
import { formatDay } from '@priormark/core/dates'
import type { HashFunctions } from '@priormark/core/proof/ots/ots-operation'
import { walkAttestations } from '@priormark/core/proof/ots/ots-walk'
import { datingOf } from './bitcoin-dating.ts'
import type { OtsPart } from './evidence.ts'
import type { Check, LookUp, Tone } from './verify-result.ts'
import { anchorLookUp, attestationLookUp } from './look-ups.ts'

/** The part of a result that depends on chains, for a file and proof that match. */
interface ChainResults {
  tone: Exclude<Tone, 'asking'>
  title: string
  sentence: string
  checks: Check[]
  lookUps: LookUp[]
}

/** The anchors, timestamps and block headers for a work. */
interface Vouchers {
  anchors: readonly AnchorCheck[]
  /** The root of `anchors`; empty if there are none. */
  rootHex: string
  /** More OpenTimestamps proofs of the same work or root. */
  otsParts: readonly OtsPart[]
  /** Headers of Bitcoin blocks, 80 bytes each. */
  headers: readonly Uint8Array[]
}

/** Returns what the block headers prove, and what must be looked up. */
export function chainResults(
  { anchors, rootHex, otsParts, headers }: Vouchers,
  hashes: HashFunctions,
): ChainResults {
  const inAnchors = anchors.flatMap((check) => (check.kind === 'opentimestamps' ? check.attestations : []))
  const inOts = otsParts.flatMap(({ meaning: { file } }) =>
    Array.from(walkAttestations(file.timestamp, file.digest, hashes), attestationCheck),
  )
  const attestations = withoutRepeats([...inAnchors, ...inOts])
  const judged = attestations.map((attestation) => ({
    attestation,
    dating: attestation.kind === 'bitcoin' ? datingOf(attestation, headers, hashes.sha256) : null,
  }))
  const datings = judged.flatMap(({ dating }) => dating ?? [])
  const shown = datings.filter(({ timeSeconds }) => timeSeconds !== null)
  // A header can belong to another attestation, so a mismatch counts only if no header matches.
  const telling = shown.length > 0 ? shown : datings.slice(0, 1)
  const lookUps = [
    ...anchors.flatMap((check) => (check.kind === 'opentimestamps' ? [] : [anchorLookUp(check, rootHex)])),
    ...judged.map(({ attestation, dating }) => dating?.lookUp ?? attestationLookUp(attestation)),
  ]
  const common = { checks: telling.map(({ check }) => check), lookUps }
  const [first, ...others] = shown.flatMap(({ timeSeconds }) => timeSeconds ?? [])
  if (first !== undefined) return { ...provenWords(Math.min(first, ...others)), ...common }
  if (telling.length > 0) return { ...contradictedWords, ...common }
  return { ...openWordsFor(anchors, attestations), ...common }
}

/** For results without a header that proves a time. */
function openWordsFor(anchors: readonly AnchorCheck[], attestations: readonly AttestationCheck[]) {
  const chainIds = anchors.flatMap((check) => (check.kind === 'evm' ? [check.anchor.chainId] : []))
  const isPublic =
    chainIds.some((chainId) => !isDevelopmentChain(chainId)) ||
    attestations.some(({ kind }) => kind !== 'pending')
  if (isPublic) return openWords
  if (anchors.some(({ kind }) => kind === 'manual')) return declaredWords
  return chainIds.length > 0 ? trialWords : pendingWords
}

function provenWords(timeSeconds: number): Pick<ChainResults, 'tone' | 'title' | 'sentence'> {
  const latest = latestMoment('opentimestamps', new Date(timeSeconds * 1000))
  return {
    tone: 'proven',
    title: `This file existed, unchanged, no later than ${formatDay(latest.toISOString())}.`,
    sentence:
      'It is recorded in a Bitcoin block, and the header of that block is here. The day is in UTC and allows for Bitcoin’s clocks being up to two hours off.',
  }
}

const openWords = {
  tone: 'holds',
  title: 'File and proof match. The time is on the blockchain: look it up.',
  sentence:
    'Everything that can be computed was checked here and matches. No file can show what a blockchain contains, so compare the values below with any explorer. The file existed, unchanged, no later than the time of that block.',
} as const

const declaredWords = {
  tone: 'holds',
  title: 'File and proof match. The operator says where they are recorded.',
  sentence:
    'Everything that can be computed was checked here and matches. The operator names a page that shows the root: open it and see its date.',
} as const

const trialWords = {
  tone: 'pending',
  title: 'File and proof match. This is a test chain and proves no date.',
  sentence:
    'Everything matches, but the root is recorded on a chain that runs on a single computer, whose operator can write any time into it.',
} as const

const pendingWords = {
  tone: 'pending',
  title: 'File and proof match. They are not on a blockchain yet.',
  sentence:
    'Everything matches, but no date is proven: the proof was downloaded before its root was in a block. Download it again later.',
} as const

const contradictedWords = {
  tone: 'refused',
  title: 'The block header does not match the proof.',
  sentence:
    'File and proof match, but the header that should show the time was changed or belongs to something else. Remove the header to see what you can look up.',
} as const

/** Several calendars often lead to the same block, and a proof and its `.ots` are redundant. */
function withoutRepeats(checks: readonly AttestationCheck[]): AttestationCheck[] {
  return [...new Map(checks.map((check) => [keyOf(check), check])).values()]
}

function keyOf(check: AttestationCheck): string {
  if (check.kind === 'bitcoin') return `${check.height} ${check.merkleRoot}`
  return check.kind === 'pending' ? `${check.uri} ${toHex(check.message)}` : check.reason
}
