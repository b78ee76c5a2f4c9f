/** A link to a block explorer. */
export interface ExplorerLink {
  label: string
  href: string
}

/** Transaction pages by chain id: the explorer that the chain's own documentation names. */
const transactionPages: Record<number, string> = {
  1: 'https://etherscan.io/tx/',
  10: 'https://optimistic.etherscan.io/tx/',
  100: 'https://gnosisscan.io/tx/',
  137: 'https://polygonscan.com/tx/',
  8453: 'https://basescan.org/tx/',
  42161: 'https://arbiscan.io/tx/',
  84532: 'https://sepolia.basescan.org/tx/',
  11155111: 'https://sepolia.etherscan.io/tx/',
}

/** Returns the explorers of a transaction; empty for an unknown chain. */
export function evmExplorers(chainId: number, transactionHash: string): ExplorerLink[] {
  const pages = transactionPages[chainId]
  return pages === undefined ? [] : [{ label: new URL(pages).hostname, href: pages + transactionHash }]
}

/** Returns explorers for a Bitcoin block. */
export function bitcoinExplorers(height: number): ExplorerLink[] {
  return [
    { label: 'blockstream.info', href: `https://blockstream.info/block-height/${height}` },
    { label: 'mempool.space', href: `https://mempool.space/block/${height}` },
    { label: 'blockchair.com', href: `https://blockchair.com/bitcoin/block/${height}` },
  ]
}
