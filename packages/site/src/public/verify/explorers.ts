import { evmChain } from '@priormark/core/anchors/evm-chains'

/** A link to a block explorer. */
export interface ExplorerLink {
  label: string
  href: string
}

/** Returns the explorers of a transaction; empty for an unknown chain. */
export function evmExplorers(chainId: number, transactionHash: string): ExplorerLink[] {
  const chain = evmChain(chainId)
  if (chain === null) return []
  const { transactionPage } = chain
  return [{ label: new URL(transactionPage).hostname, href: transactionPage + transactionHash }]
}

/** Returns explorers for a Bitcoin block. */
export function bitcoinExplorers(height: number): ExplorerLink[] {
  return [
    { label: 'blockstream.info', href: `https://blockstream.info/block-height/${height}` },
    { label: 'mempool.space', href: `https://mempool.space/block/${height}` },
    { label: 'blockchair.com', href: `https://blockchair.com/bitcoin/block/${height}` },
  ]
}
