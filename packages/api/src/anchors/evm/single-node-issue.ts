import type { EvmConfig } from './evm-config.ts'

/** Says what it means that one node is believed alone. Null with several nodes, or one of the operator's own. */
export function singleNodeIssue({
  rpcUrls,
  isOwnNode,
}: Pick<EvmConfig, 'rpcUrls' | 'isOwnNode'>): { title: string; remedy: string } | null {
  if (rpcUrls.length > 1 || isOwnNode) return null
  return {
    title: 'One EVM node is believed alone',
    remedy:
      'If it lies or is broken, the shop sends proofs that do not hold. Add the node of another provider to EVM_RPC_URLS, separated by a comma. If the node is your own, write own: before its address.',
  }
}
