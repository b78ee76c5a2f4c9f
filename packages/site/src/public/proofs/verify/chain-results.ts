import type { AnchorCheck, AttestationCheck } from '@priormark/core/proofs/proof/anchor-check'
import { evmChainKind, evmChainName } from '@priormark/core/proofs/anchors/evm-chains'
import { equalBytes, toHex } from '@priormark/core/proofs/proof/bytes'
import { datedBlock, leastFollowing, type DatedBlock } from '@priormark/core/proofs/proof/bitcoin-chain'
import { formatDay, formatSecond } from '@priormark/core/platform/dates'
import { shownText } from '@priormark/core/platform/isolated-text'
import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { verdictMessage, verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'
import type { SortedEvidence } from './evidence.ts'
import { allAttestations } from './ots-attestations.ts'
import type { Check, LookUp, Tone } from './verify-result.ts'
import { anchorLookUp, attestationLookUp, blockLookUp, tokenLookUp } from './look-ups.ts'

/** The part of a result that depends on chains, for a file and proof that match. */
interface ChainResults {
  tone: Exclude<Tone, 'asking'>
  title: string
  message: string
  checks: Check[]
  lookUps: LookUp[]
}

/** The anchors, timestamps and block headers of a work's own evidence. */
interface ChainEvidence {
  anchors: readonly AnchorCheck[]
  /** The root of `anchors`; empty if there are none. */
  rootHex: string
  /** What `.ots` files say of the same work or root. */
  attestations: readonly AttestationCheck[]
  /** Headers of Bitcoin blocks in its proof, 80 bytes each. */
  headers?: readonly Uint8Array[]
  /** The times that renewals prove, in seconds since 1970, or null. */
  renewals?: readonly (number | null)[]
}

type BitcoinCheck = Extract<AttestationCheck, { kind: 'bitcoin' }>

/** A Bitcoin attestation with what the headers show about its block. */
interface Dating {
  attestation: BitcoinCheck
  block: DatedBlock
}

/** Returns what the block headers prove, and what must be looked up. @param evidence with that of other works */
export function chainResults(
  own: ChainEvidence,
  evidence: SortedEvidence,
  hashes: HashFunctions,
): ChainResults {
  const { anchors, rootHex, headers = [], renewals = [] } = own
  const attestations = attestationsOf(own)
  const datings = datingsOf(attestations, [...headers, ...evidence.headers], evidence, hashes)
  const lookUps = [
    ...anchors.flatMap((check) => lookUpsOfAnchor(check, rootHex)),
    ...attestations.map((attestation) => lookUpOf(attestation, datings)),
  ]
  const proven = datings.filter(({ block }) => block.kind === 'proven')
  const open = datings.filter(({ block }) => block.kind === 'open')
  // A header can belong to another attestation, so a mismatch counts only if no header matches.
  const decisive = [proven, open, datings.slice(0, 1)].find((some) => some.length > 0) ?? []
  const common = {
    checks: [
      ...anchors.flatMap(evidenceCheck),
      ...anchors.flatMap(tokenChecks),
      ...decisive.map(headerCheck),
    ],
    lookUps,
  }
  const isContradicted = decisive.length > 0 && open.length === 0 && proven.length === 0
  if (isContradicted) return { ...words('refused', 'contradicted'), ...common }
  const [earliest] = [
    ...proven.flatMap(({ block }) => (block.kind === 'proven' ? [blockBound(block.noLaterThanSeconds)] : [])),
    ...anchors.flatMap(tokenBound),
    ...renewals.flatMap((seconds) =>
      seconds === null ? [] : [{ seconds, sentence: verdictMessages['proven.renewal.sentence'] }],
    ),
  ].toSorted((one, other) => one.seconds - other.seconds)
  if (earliest !== undefined) return { ...provenWords(earliest), ...common }
  return { ...openWordsFor(anchors, attestations), ...common }
}

function lookUpsOfAnchor(check: AnchorCheck, rootHex: string): LookUp[] {
  if (check.kind === 'opentimestamps') return []
  if (check.kind !== 'rfc3161') return [anchorLookUp(check, rootHex)]
  return check.state === 'unknown' ? [tokenLookUp(check.token)] : []
}

/** All attestations of a work once: calendars often lead to the same block, and a proof and its `.ots` are redundant. */
function attestationsOf({ anchors, attestations }: ChainEvidence): AttestationCheck[] {
  const inAnchors = anchors.flatMap((check) => (check.kind === 'opentimestamps' ? check.attestations : []))
  return [...new Map([...inAnchors, ...attestations].map((check) => [keyOf(check), check])).values()]
}

function keyOf(check: AttestationCheck): string {
  if (check.kind === 'bitcoin') return `${check.height} ${check.merkleRoot}`
  if (check.kind === 'pending') return `${check.uri} ${toHex(check.message)}`
  if ('tag' in check) return check.tag
  return 'length' in check ? String(check.length) : check.missingHash
}

/** Empty without headers, or if they belong to another `.ots`. */
function datingsOf(
  attestations: readonly AttestationCheck[],
  headers: readonly Uint8Array[],
  { otsParts, checkpoints }: SortedEvidence,
  hashes: HashFunctions,
): Dating[] {
  const isElsewhere = !isOneOf(headers, attestations) && isOneOf(headers, allAttestations(otsParts, hashes))
  if (headers.length === 0 || isElsewhere) return []
  return attestations.flatMap((attestation) => {
    if (attestation.kind !== 'bitcoin') return []
    const { height, message } = attestation
    const known = checkpoints === undefined ? {} : { checkpoints }
    return [{ attestation, block: datedBlock(height, message, { headers, sha256: hashes.sha256, ...known }) }]
  })
}

/** Whether a header has the Merkle root of an attestation. */
function isOneOf(headers: readonly Uint8Array[], attestations: readonly AttestationCheck[]): boolean {
  return attestations.some(
    (attestation) =>
      attestation.kind === 'bitcoin' &&
      headers.some((header) => equalBytes(header.subarray(36, 68), attestation.message)),
  )
}

function evidenceCheck(check: AnchorCheck): Check[] {
  if (check.kind !== 'evm' || check.hasEvidence !== true) return []
  const what = verdictMessage('check.evm', { chain: evmChainName(check.anchor.chainId) })
  return [{ what, outcome: 'fits', detail: verdictMessages['check.evm.fits'] }]
}

function tokenChecks(check: AnchorCheck): Check[] {
  if (check.kind !== 'rfc3161') return []
  const { token, state } = check
  const id = state === 'known' && token.authority?.qualified === true ? 'qualified' : state
  const detail = verdictMessage(`check.token.${id}`, {
    authority: shownText(token.authority?.name ?? ''),
    time: secondText(token.noLaterThanSeconds),
    until: secondText(token.validUntilSeconds),
  })
  const revocation = token.isRevocationChecked ? 'fits' : 'open'
  return [
    { what: verdictMessages['check.token'], outcome: state === 'known' ? 'fits' : 'open', detail },
    {
      what: verdictMessages['check.revocation'],
      outcome: revocation,
      detail: verdictMessages[`check.revocation.${revocation}`],
    },
  ]
}

function secondText(seconds: number): string {
  return formatSecond(new Date(seconds * 1_000).toISOString())
}

/** The latest time at which the work existed, and what proves it. */
interface Bound {
  seconds: number
  sentence: string
}

function blockBound(seconds: number): Bound {
  return { seconds, sentence: verdictMessages['proven.sentence'] }
}

function tokenBound(check: AnchorCheck): Bound[] {
  if (check.kind !== 'rfc3161' || check.state !== 'known') return []
  const { authority, noLaterThanSeconds } = check.token
  const id = authority?.qualified === true ? 'proven.qualified.sentence' : 'proven.token.sentence'
  const sentence = verdictMessage(id, { authority: shownText(authority?.name ?? '') })
  return [{ seconds: noLaterThanSeconds, sentence }]
}

function headerCheck({ attestation: { height }, block }: Dating): Check {
  const what = verdictMessages['check.header']
  if (block.kind === 'proven')
    return {
      what,
      outcome: 'fits',
      detail: verdictMessage('check.header.proven', { height, following: block.following }),
    }
  if (block.kind !== 'open')
    return { what, outcome: 'fails', detail: verdictMessage(`check.header.${block.kind}`, { height }) }
  const detail = block.isKnownEpoch
    ? verdictMessage('check.header.few_blocks', { least: leastFollowing, following: block.following })
    : verdictMessage('check.header.no_checkpoint', { height })
  return { what, outcome: 'open', detail }
}

function lookUpOf(attestation: AttestationCheck, datings: readonly Dating[]): LookUp {
  const block = datings.find((dating) => dating.attestation === attestation)?.block
  if (attestation.kind !== 'bitcoin' || (block?.kind !== 'proven' && block?.kind !== 'open'))
    return attestationLookUp(attestation)
  return blockLookUp(attestation.height, block)
}

/** For results without a header that proves a time. */
function openWordsFor(anchors: readonly AnchorCheck[], attestations: readonly AttestationCheck[]) {
  const kinds = anchors.flatMap((check) => (check.kind === 'evm' ? [evmChainKind(check.anchor.chainId)] : []))
  if (kinds.includes('public') || attestations.some(({ kind }) => kind === 'bitcoin'))
    return words('holds', 'open')
  const states = anchors.flatMap((check) => (check.kind === 'rfc3161' ? [check.state] : []))
  if (states.includes('unknown')) return words('holds', 'authority')
  if (anchors.some(({ kind }) => kind === 'manual')) return words('holds', 'declared')
  if (kinds.includes('unknown')) return words('pending', 'unknown')
  if (kinds.length > 0) return words('pending', 'test')
  if (states.length > 0) return words('pending', 'weak')
  return attestations.some(({ kind }) => kind === 'unreadable')
    ? words('pending', 'unreadable')
    : words('pending', 'pending')
}

function words<Kind extends 'holds' | 'pending' | 'refused'>(
  tone: Kind,
  about:
    | 'open'
    | 'declared'
    | 'test'
    | 'unknown'
    | 'unreadable'
    | 'pending'
    | 'contradicted'
    | 'authority'
    | 'weak',
) {
  return {
    tone,
    title: verdictMessages[`${about}.title`],
    message: verdictMessages[`${about}.sentence`],
  }
}

function provenWords({ seconds, sentence }: Bound) {
  const day = formatDay(new Date(seconds * 1000).toISOString())
  return {
    tone: 'proven',
    title: verdictMessage('proven.title', { day }),
    message: sentence,
  } as const
}
