import { toHex } from './bytes.ts'
import { proofTag } from './leaf.ts'

/** Returns the input data of the transaction that anchors a root on an EVM chain: tag || 01 || root, in hex with 0x. */
export function evmCalldata(rootHex: string): `0x${string}` {
  return `0x${toHex(proofTag)}01${rootHex}`
}
