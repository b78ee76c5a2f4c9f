import { attestationCheck, type AnchorCheck, type AttestationCheck } from '@priormark/core/proof/anchor-check'
import { latestMoment } from '@priormark/core/anchors/block-moment'
import { isDevelopmentChain } from '@priormark/core/anchors/chain-name'
import { toHex } from '@priormark/core/proof/bytes'
import { formatDay } from '@priormark/core/dates'
import type { HashFunctions } from '@priormark/core/proof/ots/ots-operation'
import { walkAttestations } from '@priormark/core/proof/ots/ots-walk'
import { datingOf } from './bitcoin-dating.ts'
import type { OtsPart } from './evidence.ts'
import type { Check, LookUp, Tone } from './finding.ts'
import { anchorLookUp, attestationLookUp } from './look-ups.ts'

/** What chains have to do with a finding whose file and proof fit together. */
interface ChainResults {
  tone: Exclude<Tone, 'asking'>
  title: string
  sentence: string
  checks: Check[]
  lookUps: LookUp[]
}

/** Everything that vouches for a work, on whatever chain. */
interface Vouchers {
  anchors: readonly AnchorCheck[]
  /** Of the root of `anchors`; empty where there are none. */
  rootHex: string
  /** More OpenTimestamps proofs of the same work or root. */
  otsParts: readonly OtsPart[]
  /** Headers of Bitcoin blocks at hand, 80 bytes each. */
  headers: readonly Uint8Array[]
}

/** What is shown by the block headers at hand, and what remains to be looked up. */
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
  // A header can belong to another attestation: only where none fits does it speak against the proof.
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

/** Where no header at hand shows a time. */
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
      'A Bitcoin block vouches for it, and its header is at hand. The day is in UTC and allows for the two hours by which Bitcoin’s clocks may be out.',
  }
}

const openWords = {
  tone: 'holds',
  title: 'File and proof belong together. The time is on the chain: look it up.',
  sentence:
    'Everything that can be computed was computed here, and fits. No file can say by itself what a chain holds: compare the values below with any explorer, and the file existed, unchanged, no later than the block says.',
} as const

const declaredWords = {
  tone: 'holds',
  title: 'File and proof belong together. Where they are recorded is the operator’s word.',
  sentence:
    'Everything that can be computed was computed here, and fits. The operator names a page on which the root stands: open it, and look since when.',
} as const

const trialWords = {
  tone: 'pending',
  title: 'File and proof belong together. The chain is a trial, and proves no time.',
  sentence:
    'Everything fits, and the root stands on a chain that lives on one machine: whoever runs it can write any time into it.',
} as const

const pendingWords = {
  tone: 'pending',
  title: 'File and proof belong together. No chain is named yet.',
  sentence:
    'Everything fits, and nothing is proven about the time: the proof was taken before its root stood in a block. Fetch it again later.',
} as const

const contradictedWords = {
  tone: 'refused',
  title: 'The block header that came along does not fit the proof.',
  sentence:
    'File and proof belong together, but what should show the time was changed, or belongs to something else. Leave the header out to see what can be looked up.',
} as const

/** Several calendars often lead to one block, and a proof and its `.ots` say the same. */
function withoutRepeats(checks: readonly AttestationCheck[]): AttestationCheck[] {
  return [...new Map(checks.map((check) => [keyOf(check), check])).values()]
}

function keyOf(check: AttestationCheck): string {
  if (check.kind === 'bitcoin') return `${check.height} ${check.merkleRoot}`
  return check.kind === 'pending' ? `${check.uri} ${toHex(check.message)}` : check.reason
}
