import type { EvmConfig } from './evm-config.ts'

/** Returns the health issue for a single EVM node of a provider. Null with several nodes, or with one of the operator's own. */
export function singleNodeIssue({
  rpcUrls,
  isOwnNode,
}: Pick<EvmConfig, 'rpcUrls' | 'isOwnNode'>): { title: string; remedy: string } | null {
  if (rpcUrls.length > 1 || isOwnNode) return null
  return {
    title: 'One EVM node is trusted on its own',
    remedy:
      'If it is wrong, the shop issues invalid proofs. Add the node of another provider to EVM_RPC_URLS, separated by a comma. If the node is your own, write own: before its address.',
  }
}
