/** The chains on which roots are usually recorded, by their id. */
const evmChainNames: Record<number, string> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  100: 'Gnosis',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  84532: 'Base Sepolia, a test network',
  11155111: 'Sepolia, a test network',
}

/**
 * Whether a chain runs on a single machine and so proves nothing to others: id 31337, which anvil and Hardhat use, and
 * ten-digit ids that begin with it, one of which the embedded chain uses.
 */
export function isDevelopmentChain(chainId: number): boolean {
  return /^31337(\d{5})?$/.test(String(chainId))
}

/** Returns the display name of a chain, or its id if it is not in the list. */
export function evmChainName(chainId: number): string {
  if (isDevelopmentChain(chainId)) return 'a private test chain'
  return evmChainNames[chainId] ?? `the chain with id ${chainId}`
}

/** Returns the name of the chain that an anchor is on; null for a declared link. */
export function chainNameOf(
  anchor: { kind: 'evm'; chainId: number } | { kind: 'opentimestamps' | 'manual' },
): string | null {
  if (anchor.kind === 'evm') return evmChainName(anchor.chainId)
  return anchor.kind === 'opentimestamps' ? 'Bitcoin' : null
}
