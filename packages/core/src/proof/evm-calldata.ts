import { toHex } from './bytes.ts'
import { proofTag } from './leaf.ts'

/** The data of the transaction that anchors a root on an EVM chain: tag || 01 || root, as the chain's tools write it. */
export function evmCalldata(rootHex: string): string {
  return `0x${toHex(proofTag)}01${rootHex}`
}
