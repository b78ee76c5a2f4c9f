// Judges the headers of Bitcoin blocks by the checkpoints in tables.json.
import { sha256 } from './ots-format.mjs'
import { tables } from './messages.mjs'

export const leastFollowing = 6
const mostFollowing = 11
const epochBlocks = 2_016
const daySeconds = 86_400
const checkpoints = new Map(tables.checkpoints.map((checkpoint) => [checkpoint.height, checkpoint]))

function targetOf(header) {
  const compact = header.readUInt32LE(72)
  const exponent = BigInt(compact >>> 24)
  const mantissa = BigInt(compact & 0x7fffff)
  if ((compact & 0x800000) !== 0) return 0n
  return exponent < 3n ? mantissa >> (8n * (3n - exponent)) : mantissa << (8n * (exponent - 3n))
}

function blockHash(header) {
  return sha256(sha256(header)).reverse().toString('hex')
}

function hasWork(header) {
  const target = targetOf(header)
  return target <= 0xffffn << 208n && BigInt(`0x${blockHash(header)}`) <= target
}

function placeOf(header, height) {
  const last = height - (height % epochBlocks) + epochBlocks - 1
  const start = checkpoints.get(last - epochBlocks)
  const end = checkpoints.get(last)
  if (start === undefined || end === undefined) return 'unknown'
  const blockWork = (BigInt(`0x${end.work}`) - BigInt(`0x${start.work}`)) / BigInt(epochBlocks)
  if (2n ** 256n / (targetOf(header) + 1n) !== blockWork) return 'off_chain'
  const time = header.readUInt32LE(68)
  if (time < start.time - daySeconds || time > end.time + daySeconds) return 'off_chain'
  return height === last && blockHash(header) !== end.hash ? 'off_chain' : 'on_chain'
}

/** Returns the times of the blocks after a block, as far as they are linked and in known epochs. */
function followersOf(block, height, headers) {
  const times = []
  let header = block
  while (times.length < mostFollowing) {
    const previous = sha256(sha256(header))
    const at = height + times.length + 1
    header = headers.find(
      (one) => one.subarray(4, 36).equals(previous) && hasWork(one) && placeOf(one, at) === 'on_chain',
    )
    if (header === undefined) break
    times.push(header.readUInt32LE(68))
  }
  return times
}

export function datedBlock(height, message, headers) {
  let hasHeaderWithoutWork = false
  for (const header of headers) {
    if (!header.subarray(36, 68).equals(message)) continue
    if (!hasWork(header)) {
      hasHeaderWithoutWork = true
      continue
    }
    const place = placeOf(header, height)
    if (place === 'off_chain') return { kind: 'off_chain' }
    const times = followersOf(header, height, headers)
    const block = { hash: blockHash(header), following: times.length, isKnown: place === 'on_chain' }
    if (!block.isKnown || times.length < leastFollowing) return { kind: 'open', ...block }
    return { kind: 'proven', time: Math.max(header.readUInt32LE(68), ...times), ...block }
  }
  return { kind: hasHeaderWithoutWork ? 'no_work' : 'no_header' }
}
