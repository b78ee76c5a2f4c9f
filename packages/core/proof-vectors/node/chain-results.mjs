// What block headers prove, and what remains to be looked up on a chain.
import { datedBlock, leastFollowing } from './bitcoin-blocks.mjs'
import { tag } from './proof-format.mjs'
import { say, shown, tables } from './messages.mjs'

export function check(name, outcome, detail) {
  return { what: say(`check.${name}`), outcome, detail }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dayOf(seconds) {
  const time = new Date(seconds * 1_000)
  return `${months[time.getUTCMonth()]} ${time.getUTCDate()}, ${time.getUTCFullYear()}`
}

function momentOf(seconds) {
  const time = new Date(seconds * 1_000)
  const hour = time.getUTCHours()
  const clock = `${hour % 12 || 12}${time.toISOString().slice(-11, -5)} ${hour < 12 ? 'AM' : 'PM'}`
  return `${dayOf(seconds)}, ${clock} UTC`
}

function marginOf(chain) {
  const seconds = chain?.marginSeconds ?? 0
  return seconds % 3_600 === 0
    ? say('margin.hours', { count: seconds / 3_600 })
    : say('margin.minutes', { count: seconds / 60 })
}

/** Returns the kind of a chain, its name and its entry in the table. */
function chainOf(chainId) {
  if (/^31337(\d{5})?$/.test(String(chainId))) return { kind: 'private', name: 'a private test chain' }
  const chain = tables.chains.find((one) => one.chainId === chainId)
  if (chain === undefined) return { kind: 'unknown', name: `the unknown chain with id ${chainId}` }
  return chain.isTest
    ? { kind: 'test', name: `${chain.name}, a test network`, chain }
    : { kind: 'public', name: chain.name, chain }
}

function lookUp(title, sentence, values) {
  const named = Object.entries(values).map(([name, value]) => ({ label: say(`value.${name}`), value }))
  return { title, sentence, values: named }
}

function anchorLookUp(anchor, root) {
  if (anchor.kind === 'manual') {
    const sentence = say('lookup.manual.sentence', { link: shown(anchor.link) })
    return lookUp(say('lookup.manual.title'), sentence, { root })
  }
  const { kind, name, chain } = chainOf(anchor.chainId)
  const parts = { time: momentOf(anchor.blockTime), margin: marginOf(chain) }
  if (hasEvidence(anchor)) {
    const values = { block: anchor.blockNumber, hash: anchor.blockHash }
    return lookUp(say('lookup.evm.title', { chain: name }), say(`lookup.evidence.${kind}`, parts), values)
  }
  const sentence = say(`lookup.evm.${kind}`, parts)
  return lookUp(say('lookup.evm.title', { chain: name }), sentence, {
    transaction: anchor.transactionHash,
    data: `0x${tag}01${root}`,
    block: anchor.blockNumber,
    hash: anchor.blockHash,
  })
}

function hasEvidence({ kind, evidence }) {
  return kind === 'evm' && (evidence ?? null) !== null
}

function evidenceCheck({ chainId }) {
  const what = say('check.evm', { chain: chainOf(chainId).name })
  return { what, outcome: 'fits', detail: say('check.evm.fits') }
}

function tokenChecks({ state, authority, seconds, until, isRevocationChecked }) {
  const id = state === 'known' && authority.qualified ? 'qualified' : state
  const parts = { authority: shown(authority?.name ?? ''), time: momentOf(seconds), until: momentOf(until) }
  const revocation = isRevocationChecked ? 'fits' : 'open'
  return [
    check('token', state === 'known' ? 'fits' : 'open', say(`check.token.${id}`, parts)),
    check('revocation', revocation, say(`check.revocation.${revocation}`)),
  ]
}

/** What the public log of a proof shows; nothing for a proof of version 1. */
export function logChecks(log) {
  if (log === undefined) return []
  if (log.kind === 'none') return [check('log', 'open', say('check.log.none'))]
  const parts = { origin: shown(log.origin), index: log.index, size: log.size }
  if (log.kind === 'unknown') return [check('log', 'open', say('check.log.unknown', parts))]
  const cosigned = log.cosignatures.map(({ name, seconds }) =>
    check('cosigned', 'fits', say('check.cosigned.fits', { name: shown(name), time: momentOf(seconds) })),
  )
  return [check('log', 'fits', say('check.log.known', parts)), ...cosigned]
}

/** What a renewal shows. The time is Infinity if none is proven. */
export function renewalCheck(seconds, n) {
  const number = n + 1
  if (seconds === Infinity) return check('renewal', 'open', say('check.renewal.open', { number }))
  return check('renewal', 'fits', say('check.renewal.fits', { number, time: momentOf(seconds) }))
}

function tokenLookUp({ lastCertificate }) {
  return lookUp(say('lookup.token.title'), say('lookup.token.sentence'), { certificate: lastCertificate })
}

function tokenBound({ authority, seconds }) {
  const id = authority.qualified ? 'proven.qualified.sentence' : 'proven.token.sentence'
  return { seconds, sentence: say(id, { authority: shown(authority.name) }) }
}

function attestationLookUp(attestation, block) {
  const { kind, height } = attestation
  if (kind === 'pending') {
    const values = { calendar: attestation.uri, commitment: attestation.message.toString('hex') }
    return lookUp(say('lookup.pending.title'), say('lookup.pending.sentence'), values)
  }
  if (kind === 'unreadable') {
    return lookUp(say('lookup.unreadable.title'), unreadableSentence(attestation), {})
  }
  if (block?.kind === 'proven')
    return lookUp(say('lookup.proven.title'), say('lookup.proven.sentence', { height }), { hash: block.hash })
  const title = say('lookup.bitcoin.title', { height })
  if (block?.kind === 'open')
    return lookUp(title, say('lookup.header.sentence'), { height, hash: block.hash })
  const merkle = Buffer.from(attestation.message).reverse().toString('hex')
  return lookUp(title, say('lookup.bitcoin.sentence'), { height, merkle })
}

function unreadableSentence({ tag: kindTag, length, missingHash }) {
  if (kindTag !== undefined) return say('lookup.unreadable.kind', { tag: kindTag })
  return length === undefined
    ? say('lookup.unreadable.hash', { hash: say(`hash.${missingHash}`) })
    : say('lookup.unreadable.length', { length })
}

function headerCheck({ height, block }) {
  const { kind, following } = block
  if (kind === 'proven') return check('header', 'fits', say('check.header.proven', { height, following }))
  if (kind !== 'open') return check('header', 'fails', say(`check.header.${kind}`, { height }))
  if (!block.isKnown) return check('header', 'open', say('check.header.no_checkpoint', { height }))
  const detail = say('check.header.few_blocks', { least: leastFollowing, following })
  return check('header', 'open', detail)
}

function openWords(anchors, attestations, tokens) {
  const kinds = anchors.flatMap((anchor) => (anchor.kind === 'evm' ? [chainOf(anchor.chainId).kind] : []))
  if (kinds.includes('public') || attestations.some(({ kind }) => kind === 'bitcoin'))
    return ['holds', 'open']
  if (tokens.some(({ state }) => state === 'unknown')) return ['holds', 'authority']
  if (anchors.some(({ kind }) => kind === 'manual')) return ['holds', 'declared']
  if (kinds.includes('unknown')) return ['pending', 'unknown']
  if (kinds.length > 0) return ['pending', 'test']
  if (tokens.length > 0) return ['pending', 'weak']
  const isUnreadable = attestations.some(({ kind }) => kind === 'unreadable')
  return ['pending', isUnreadable ? 'unreadable' : 'pending']
}

function keyOf({ kind, height, uri, message, tag: kindTag, missingHash, length }) {
  if (kind === 'bitcoin') return `${height} ${message.toString('hex')}`
  return kind === 'pending' ? `${uri} ${message.toString('hex')}` : (kindTag ?? missingHash ?? length)
}

/** Whether a header has the Merkle root of an attestation. */
function hasHeaderOf(headers, attestations) {
  const bitcoinAttestations = attestations.filter(({ kind }) => kind === 'bitcoin')
  return headers.some((header) =>
    bitcoinAttestations.some(({ message }) => header.subarray(36, 68).equals(message)),
  )
}

export function chainResult(anchors, root, attestations, beside) {
  const otsAttestations = beside.ots.flatMap((ots) => ots.attestations)
  const isElsewhere =
    !hasHeaderOf(beside.headers, attestations) && hasHeaderOf(beside.headers, otsAttestations)
  const headers = isElsewhere ? [] : beside.headers
  const { tokens = [], renewals = [] } = beside
  const uniqueAttestations = [...new Map(attestations.map((one) => [keyOf(one), one])).values()].map(
    (one) => ({
      ...one,
      block:
        headers.length > 0 && one.kind === 'bitcoin'
          ? datedBlock(one.height, one.message, headers)
          : undefined,
    }),
  )
  const datedAttestations = uniqueAttestations.filter(({ block }) => block !== undefined)
  const provenAttestations = datedAttestations.filter(({ block }) => block.kind === 'proven')
  const openAttestations = datedAttestations.filter(({ block }) => block.kind === 'open')
  const decisiveAttestations =
    [provenAttestations, openAttestations, datedAttestations.slice(0, 1)].find((some) => some.length > 0) ??
    []
  const result = {
    checks: [
      ...anchors.filter(hasEvidence).map(evidenceCheck),
      ...tokens.flatMap(tokenChecks),
      ...decisiveAttestations.map(headerCheck),
    ],
    lookUps: [
      ...anchorLookUps(anchors, root, tokens),
      ...uniqueAttestations.map((one) => attestationLookUp(one, one.block)),
    ],
  }
  const isContradicted =
    decisiveAttestations.length > 0 && openAttestations.length === 0 && provenAttestations.length === 0
  if (isContradicted) return { ...wordsOf('refused', 'contradicted'), ...result }
  const bounds = [
    ...provenAttestations.map(({ block }) => ({ seconds: block.time, sentence: say('proven.sentence') })),
    ...tokens.filter(({ state }) => state === 'known').map(tokenBound),
    ...renewals
      .filter((seconds) => seconds !== Infinity)
      .map((seconds) => ({ seconds, sentence: say('proven.renewal.sentence') })),
  ].sort((one, other) => one.seconds - other.seconds)
  if (bounds.length > 0) {
    const [{ seconds, sentence }] = bounds
    return {
      tone: 'proven',
      title: say('proven.title', { day: dayOf(seconds) }),
      sentences: [sentence],
      ...result,
    }
  }
  return { ...wordsOf(...openWords(anchors, uniqueAttestations, tokens)), ...result }
}

function wordsOf(tone, about) {
  return { tone, title: say(`${about}.title`), sentences: [say(`${about}.sentence`)] }
}

/** Look-ups in the order of the anchors. Time-stamps come in the same order. */
function anchorLookUps(anchors, root, tokens) {
  const remainingTokens = [...tokens]
  return anchors.flatMap((anchor) => {
    if (anchor.kind === 'opentimestamps') return []
    if (anchor.kind !== 'rfc3161') return [anchorLookUp(anchor, root)]
    const token = remainingTokens.shift()
    return token.state === 'unknown' ? [tokenLookUp(token)] : []
  })
}
