import type { AnchorCheck, AttestationCheck } from '@priormark/core/proofs/proof/anchor-check'
import { evmChainKind, evmChainName } from '@priormark/core/proofs/anchors/evm-chains'
import { equalBytes, toHex } from '@priormark/core/proofs/proof/bytes'
import { datedBlock, leastFollowing, type DatedBlock } from '@priormark/core/proofs/proof/bitcoin-chain'
import { formatDay, formatSecond } from '@priormark/core/platform/dates'
import { shownText } from '@priormark/core/platform/isolated-text'
import type { LogCheck } from '@priormark/core/proofs/proof-v2/log/log-check'
import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { verdictMessage, verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'
import { allAttestations, type SortedEvidence } from './evidence.ts'
import type { Check, LookUp, Tone, VerifyResult } from './verify-result.ts'
import { anchorLookUp, attestationLookUp, blockLookUp, tokenLookUp } from './look-ups.ts'

/** The part of a result that depends on chains, for a file and proof that match. */
type ChainResults = Pick<VerifyResult, 'tone' | 'title' | 'messages' | 'checks' | 'lookUps'>

/** The anchors, timestamps and block headers of a work's own evidence. */
interface ChainEvidence {
  anchors: readonly AnchorCheck[]
  /** The root of `anchors`; empty if there are none. */
  rootHex: string
  /** What `.ots` files say about the same work or root. */
  attestations: readonly AttestationCheck[]
  /** Headers of Bitcoin blocks in its proof, 80 bytes each. */
  headers?: readonly Uint8Array[]
  /** The times that renewals prove, in seconds since 1970, or null. */
  renewals?: readonly (number | null)[]
}

type BitcoinCheck = Extract<AttestationCheck, { kind: 'bitcoin' }>

/** A Bitcoin attestation with what the headers show about its block. */
interface DatedAttestation {
  attestation: BitcoinCheck
  block: DatedBlock
}

/** Returns what the block headers prove, and what must be looked up. @param evidence all of it, also that of other works */
export function chainResults(
  chainEvidence: ChainEvidence,
  evidence: SortedEvidence,
  hashes: HashFunctions,
): ChainResults {
  const { anchors, rootHex, headers = [], renewals = [] } = chainEvidence
  const attestations = attestationsOf(chainEvidence)
  const datedAttestations = dateAttestations(
    attestations,
    [...headers, ...evidence.headers],
    evidence,
    hashes,
  )
  const lookUps = [
    ...anchors.flatMap((check) => lookUpsOfAnchor(check, rootHex)),
    ...attestations.map((attestation) => lookUpOf(attestation, datedAttestations)),
  ]
  const provenAttestations = datedAttestations.filter(({ block }) => block.kind === 'proven')
  const openAttestations = datedAttestations.filter(({ block }) => block.kind === 'open')
  // A header can belong to another attestation, so a mismatch counts only if no header matches.
  const decisiveAttestations =
    [provenAttestations, openAttestations, datedAttestations.slice(0, 1)].find((group) => group.length > 0) ??
    []
  const common = {
    checks: [
      ...anchors.flatMap(evidenceCheck),
      ...anchors.flatMap(tokenChecks),
      ...decisiveAttestations.map(headerCheck),
    ],
    lookUps,
  }
  const isContradicted =
    decisiveAttestations.length > 0 && openAttestations.length === 0 && provenAttestations.length === 0
  if (isContradicted) return { ...verdict('refused', 'contradicted'), ...common }
  const [earliest] = [
    ...provenAttestations.flatMap(({ block }) =>
      block.kind === 'proven' ? [blockBound(block.noLaterThanSeconds)] : [],
    ),
    ...anchors.flatMap(tokenBound),
    ...renewals.flatMap((seconds) =>
      seconds === null ? [] : [{ seconds, sentence: verdictMessages['proven.renewal.sentence'] }],
    ),
  ].toSorted((one, other) => one.seconds - other.seconds)
  if (earliest !== undefined) return { ...provenVerdict(earliest), ...common }
  return { ...openVerdict(anchors, attestations), ...common }
}

function lookUpsOfAnchor(check: AnchorCheck, rootHex: string): LookUp[] {
  if (check.kind === 'opentimestamps') return []
  if (check.kind !== 'rfc3161') return [anchorLookUp(check, rootHex)]
  return check.state === 'unknown' ? [tokenLookUp(check.token)] : []
}

/** Returns each attestation of a work once: calendars often lead to the same block, and a `.ots` repeats those of its proof. */
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

/** Returns what the headers show about the Bitcoin attestations; empty if there are none, or if they belong to another `.ots`. */
function dateAttestations(
  attestations: readonly AttestationCheck[],
  headers: readonly Uint8Array[],
  { otsParts, checkpoints }: SortedEvidence,
  hashes: HashFunctions,
): DatedAttestation[] {
  const belongToOtherOts =
    !hasHeaderOf(headers, attestations) && hasHeaderOf(headers, allAttestations(otsParts, hashes))
  if (headers.length === 0 || belongToOtherOts) return []
  return attestations.flatMap((attestation) => {
    if (attestation.kind !== 'bitcoin') return []
    const { height, message } = attestation
    const options = checkpoints === undefined ? {} : { checkpoints }
    return [
      { attestation, block: datedBlock(height, message, { headers, sha256: hashes.sha256, ...options }) },
    ]
  })
}

/** Whether one of the headers has the Merkle root of one of the attestations. */
function hasHeaderOf(headers: readonly Uint8Array[], attestations: readonly AttestationCheck[]): boolean {
  return attestations.some(
    (attestation) =>
      attestation.kind === 'bitcoin' &&
      headers.some((header) => equalBytes(header.subarray(36, 68), attestation.message)),
  )
}

function evidenceCheck(check: AnchorCheck): Check[] {
  if (check.kind !== 'evm' || check.hasEvidence !== true) return []
  const name = verdictMessage('check.evm', { chain: evmChainName(check.anchor.chainId) })
  return [{ name, outcome: 'fits', detail: verdictMessages['check.evm.fits'] }]
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
    { name: verdictMessages['check.token'], outcome: state === 'known' ? 'fits' : 'open', detail },
    {
      name: verdictMessages['check.revocation'],
      outcome: revocation,
      detail: verdictMessages[`check.revocation.${revocation}`],
    },
  ]
}

function secondText(seconds: number): string {
  return formatSecond(new Date(seconds * 1_000).toISOString())
}

/** A time by which the work existed, and the sentence about what proves it. */
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

function headerCheck({ attestation: { height }, block }: DatedAttestation): Check {
  const name = verdictMessages['check.header']
  if (block.kind === 'proven')
    return {
      name,
      outcome: 'fits',
      detail: verdictMessage('check.header.proven', { height, following: block.following }),
    }
  if (block.kind !== 'open')
    return { name, outcome: 'fails', detail: verdictMessage(`check.header.${block.kind}`, { height }) }
  const detail = block.isKnownEpoch
    ? verdictMessage('check.header.few_blocks', { least: leastFollowing, following: block.following })
    : verdictMessage('check.header.no_checkpoint', { height })
  return { name, outcome: 'open', detail }
}

function lookUpOf(attestation: AttestationCheck, datedAttestations: readonly DatedAttestation[]): LookUp {
  const block = datedAttestations.find((dated) => dated.attestation === attestation)?.block
  if (attestation.kind !== 'bitcoin' || (block?.kind !== 'proven' && block?.kind !== 'open'))
    return attestationLookUp(attestation)
  return blockLookUp(attestation.height, block)
}

/** Returns the verdict if nothing proves a time. */
function openVerdict(anchors: readonly AnchorCheck[], attestations: readonly AttestationCheck[]) {
  const kinds = anchors.flatMap((check) => (check.kind === 'evm' ? [evmChainKind(check.anchor.chainId)] : []))
  if (kinds.includes('public') || attestations.some(({ kind }) => kind === 'bitcoin'))
    return verdict('holds', 'open')
  const states = anchors.flatMap((check) => (check.kind === 'rfc3161' ? [check.state] : []))
  if (states.includes('unknown')) return verdict('holds', 'authority')
  if (anchors.some(({ kind }) => kind === 'manual')) return verdict('holds', 'declared')
  if (kinds.includes('unknown')) return verdict('pending', 'unknown')
  if (kinds.length > 0) return verdict('pending', 'test')
  if (states.length > 0) return verdict('pending', 'weak')
  return attestations.some(({ kind }) => kind === 'unreadable')
    ? verdict('pending', 'unreadable')
    : verdict('pending', 'pending')
}

function verdict(
  tone: Tone,
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
  const messages = [verdictMessages[`${about}.sentence`]]
  return { tone, title: verdictMessages[`${about}.title`], messages }
}

function provenVerdict({ seconds, sentence }: Bound) {
  const day = formatDay(new Date(seconds * 1000).toISOString())
  const tone: Tone = 'proven'
  return { tone, title: verdictMessage('proven.title', { day }), messages: [sentence] }
}

/** What the public log of a proof shows. @param check null for a proof of version 1, which names no log */
export function logChecks(check: LogCheck | null): Check[] {
  if (check === null) return []
  const name = verdictMessages['check.log']
  if (check.kind === 'none') return [{ name, outcome: 'open', detail: verdictMessages['check.log.none'] }]
  const { origin, index, size } = check.log
  const parts = { origin: shownText(origin), index, size }
  if (check.kind === 'unknown')
    return [{ name, outcome: 'open', detail: verdictMessage('check.log.unknown', parts) }]
  const cosignatureChecks = check.cosignatures.map((cosignature): Check => {
    const time = secondText(cosignature.seconds)
    const detail = verdictMessage('check.cosigned.fits', { name: shownText(cosignature.name), time })
    return { name: verdictMessages['check.cosigned'], outcome: 'fits', detail }
  })
  return [{ name, outcome: 'fits', detail: verdictMessage('check.log.known', parts) }, ...cosignatureChecks]
}

/** What the renewals of a proof show. @param times the time that each renewal proves, in seconds since 1970, or null */
export function renewalChecks(times: readonly (number | null)[]): Check[] {
  return times.map((seconds, n) => {
    const name = verdictMessages['check.renewal']
    const number = n + 1
    if (seconds === null)
      return { name, outcome: 'open', detail: verdictMessage('check.renewal.open', { number }) }
    const time = secondText(seconds)
    return { name, outcome: 'fits', detail: verdictMessage('check.renewal.fits', { number, time }) }
  })
}
