// Checks that a transaction with the root is in the block with a hash: strict RLP and Merkle-Patricia trees.
import { Problem } from './grammar.mjs'
import { keccak256 } from './keccak.mjs'
import { say } from './messages.mjs'

/** By transaction type: the number of fields, and which one is the data. */
const shapes = [
  [9, 5],
  [11, 6],
  [12, 7],
  [14, 7],
  [13, 7],
]

/** Returns the items of the list, or the bytes, that fill some bytes; undefined for anything but the only encoding. */
function readRlp(bytes) {
  const [item, end] = itemAt(bytes, 0, 0)
  return end === bytes.length ? item : undefined
}

function itemAt(bytes, at, depth) {
  const first = bytes[at]
  if (first === undefined || depth > 8) return []
  if (first < 0x80) return [bytes.subarray(at, at + 1), at + 1]
  const isList = first >= 0xc0
  let length = first - (isList ? 0xc0 : 0x80)
  let start = at + 1
  if (length > 55) {
    start += length - 55
    const size = bytes.subarray(at + 1, start)
    if (size.length > 4 || size[0] === 0 || start > bytes.length) return []
    length = size.readUIntBE(0, size.length)
    if (length < 56) return []
  }
  const end = start + length
  if (end > bytes.length) return []
  const body = bytes.subarray(start, end)
  if (!isList) return length === 1 && body[0] < 0x80 ? [] : [body, end]
  const items = []
  for (let next = 0; next < body.length;) {
    const [item, after] = itemAt(body, next, depth + 1)
    if (after === undefined) return []
    items.push(item)
    next = after
  }
  return [items, end]
}

function numberOf(item) {
  if (!Buffer.isBuffer(item) || item[0] === 0 || item.length > 7) return null
  const value = item.reduce((sum, byte) => sum * 256 + byte, 0)
  return Number.isSafeInteger(value) ? value : null
}

function isDigest(item) {
  return Buffer.isBuffer(item) && item.length === 32
}

/** Returns the nibbles of rlp(index). */
function keyOf(index) {
  const digits = index.toString(16)
  const bytes = index === 0 ? '' : digits.length % 2 === 1 ? `0${digits}` : digits
  return bytes.length === 2 && index < 128 ? bytes : `${(0x80 + bytes.length / 2).toString(16)}${bytes}`
}

/** Returns the value for an index below a root; undefined if the nodes do not lead there. */
function valueAt(root, index, nodes) {
  let path = keyOf(index)
  let usedNodes = 0
  let reference = root
  for (;;) {
    let node = reference
    if (Buffer.isBuffer(reference)) {
      const bytes = nodes[usedNodes]
      usedNodes += 1
      if (bytes === undefined || !keccak256(bytes).equals(reference)) return undefined
      node = readRlp(bytes)
    }
    if (!Array.isArray(node) || (node.length !== 17 && node.length !== 2)) return undefined
    let value
    if (node.length === 17 && path !== '') {
      reference = node[Number.parseInt(path[0], 16)]
      path = path.slice(1)
      continue
    } else if (node.length === 17) value = node[16]
    else {
      const packed = Buffer.isBuffer(node[0]) ? node[0].toString('hex') : ''
      if (!/^(?:[02]0|[13])/.test(packed)) return undefined
      const part = packed.slice('13'.includes(packed[0]) ? 1 : 2)
      if (!path.startsWith(part)) return undefined
      path = path.slice(part.length)
      if ('01'.includes(packed[0])) {
        reference = node[1]
        continue
      }
      if (path === '') value = node[1]
    }
    return usedNodes === nodes.length && Buffer.isBuffer(value) && value.length > 0 ? value : undefined
  }
}

/** Returns the type of a transaction or receipt, and the bytes of its fields. A type 0 has no byte for it. */
function typed(bytes) {
  if (bytes[0] >= 0x80) return [0, bytes]
  return bytes[0] === 0 ? [-1, Buffer.alloc(0)] : [bytes[0], bytes.subarray(1)]
}

function listOf(bytes) {
  const item = readRlp(bytes)
  return Array.isArray(item) ? item : []
}

function flawOf({ evidence, blockHash, blockNumber, blockTime, transactionHash, chainId }, calldata) {
  const bytesOf = (hex) => Buffer.from(hex, 'hex')
  const hashOf = (bytes) => `0x${keccak256(bytes).toString('hex')}`
  if (hashOf(bytesOf(evidence.header)) !== blockHash) return 'block_hash'
  const header = listOf(bytesOf(evidence.header))
  const isHeader = header.length >= 16 && header.length <= 23 && isDigest(header[4]) && isDigest(header[5])
  if (!isHeader || numberOf(header[8]) !== blockNumber || numberOf(header[11]) !== blockTime) return 'header'
  const transaction = valueAt(header[4], evidence.index, evidence.transaction.map(bytesOf))
  if (transaction === undefined) return 'transaction_path'
  const receipt = valueAt(header[5], evidence.index, evidence.receipt.map(bytesOf))
  if (receipt === undefined) return 'receipt_path'
  if (hashOf(transaction) !== transactionHash) return 'transaction_hash'
  if (numberOf(listOf(typed(receipt)[1])[0]) !== 1) return 'failed'
  const [type, body] = typed(transaction)
  const fields = listOf(body)
  const [count, data] = shapes[type] ?? []
  if (fields.length !== count) return 'type'
  if (!Buffer.isBuffer(fields[data]) || fields[data].toString('hex') !== calldata) return 'data'
  const v = numberOf(fields[6])
  const statedChain = type > 0 ? numberOf(fields[0]) : v === null || v < 35 ? null : Math.floor((v - 35) / 2)
  return statedChain === chainId ? null : 'chain'
}

/** Throws the Problem of a witness whose evidence does not hold. */
export function checkEvidence(witness, number, calldata) {
  const flaw = flawOf(witness, calldata)
  if (flaw !== null) throw new Problem('evm_evidence_broken', { number, flaw: say(`evm.${flaw}`) })
}
