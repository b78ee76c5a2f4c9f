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

function attestationLookUp(found, block) {
  const { kind, height } = found
  if (kind === 'pending') {
    const values = { calendar: found.uri, commitment: found.message.toString('hex') }
    return lookUp(say('lookup.pending.title'), say('lookup.pending.sentence'), values)
  }
  if (kind === 'unreadable') {
    return lookUp(say('lookup.unreadable.title'), unreadableSentence(found), {})
  }
  if (block?.kind === 'proven')
    return lookUp(say('lookup.proven.title'), say('lookup.proven.sentence', { height }), { hash: block.hash })
  const title = say('lookup.bitcoin.title', { height })
  if (block?.kind === 'open')
    return lookUp(title, say('lookup.header.sentence'), { height, hash: block.hash })
  const merkle = Buffer.from(found.message).reverse().toString('hex')
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

function openWords(anchors, attestations) {
  const kinds = anchors.flatMap((anchor) => (anchor.kind === 'evm' ? [chainOf(anchor.chainId).kind] : []))
  if (kinds.includes('public') || attestations.some(({ kind }) => kind === 'bitcoin'))
    return ['holds', 'open']
  if (anchors.some(({ kind }) => kind === 'manual')) return ['holds', 'declared']
  if (kinds.includes('unknown')) return ['pending', 'unknown']
  if (kinds.length > 0) return ['pending', 'test']
  const isUnreadable = attestations.some(({ kind }) => kind === 'unreadable')
  return ['pending', isUnreadable ? 'unreadable' : 'pending']
}

function keyOf({ kind, height, uri, message, tag: kindTag, missingHash, length }) {
  if (kind === 'bitcoin') return `${height} ${message.toString('hex')}`
  return kind === 'pending' ? `${uri} ${message.toString('hex')}` : (kindTag ?? missingHash ?? length)
}

/** Whether a header has the Merkle root of an attestation. */
function isOneOf(headers, attestations) {
  const found = attestations.filter(({ kind }) => kind === 'bitcoin')
  return headers.some((header) => found.some(({ message }) => header.subarray(36, 68).equals(message)))
}

export function chainResult(anchors, root, attestations, beside) {
  const every = beside.ots.flatMap((ots) => ots.attestations)
  const isElsewhere = !isOneOf(beside.headers, attestations) && isOneOf(beside.headers, every)
  const headers = isElsewhere ? [] : beside.headers
  const found = [...new Map(attestations.map((one) => [keyOf(one), one])).values()].map((one) => ({
    ...one,
    block:
      headers.length > 0 && one.kind === 'bitcoin' ? datedBlock(one.height, one.message, headers) : undefined,
  }))
  const datings = found.filter(({ block }) => block !== undefined)
  const proven = datings.filter(({ block }) => block.kind === 'proven')
  const open = datings.filter(({ block }) => block.kind === 'open')
  const decisive = [proven, open, datings.slice(0, 1)].find((some) => some.length > 0) ?? []
  const result = {
    checks: [...anchors.filter(hasEvidence).map(evidenceCheck), ...decisive.map(headerCheck)],
    lookUps: [
      ...anchors.filter(({ kind }) => kind !== 'opentimestamps').map((anchor) => anchorLookUp(anchor, root)),
      ...found.map((one) => attestationLookUp(one, one.block)),
    ],
  }
  if (proven.length > 0) {
    const day = dayOf(Math.min(...proven.map(({ block }) => block.time)))
    const title = say('proven.title', { day })
    return { tone: 'proven', title, sentences: [say('proven.sentence')], ...result }
  }
  const isContradicted = decisive.length > 0 && open.length === 0
  const [tone, about] = isContradicted ? ['refused', 'contradicted'] : openWords(anchors, found)
  return { tone, title: say(`${about}.title`), sentences: [say(`${about}.sentence`)], ...result }
}
