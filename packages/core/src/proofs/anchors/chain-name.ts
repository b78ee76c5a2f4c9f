import { evmChain, isDevelopmentChain } from './evm-chains.ts'

/** Returns the display name of a chain, or its id if it is not supported. */
export function evmChainName(chainId: number): string {
  if (isDevelopmentChain(chainId)) return 'a private test chain'
  const chain = evmChain(chainId)
  if (chain === null) return `the unknown chain with id ${chainId}`
  return chain.isTest ? `${chain.name}, a test network` : chain.name
}

/** Returns the name of the chain that an anchor is on; null for a declared link. */
export function chainNameOf(
  anchor: { kind: 'evm'; chainId: number } | { kind: 'opentimestamps' | 'manual' },
): string | null {
  if (anchor.kind === 'evm') return evmChainName(anchor.chainId)
  return anchor.kind === 'opentimestamps' ? 'Bitcoin' : null
}
