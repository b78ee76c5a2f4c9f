import { evmChain } from '@priormark/core/proofs/anchors/evm-chains'

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
export function bitcoinExplorers(block: { height: number } | { hash: string }): ExplorerLink[] {
  const [page, id] = 'hash' in block ? ['block', block.hash] : ['block-height', String(block.height)]
  return [
    { label: 'blockstream.info', href: `https://blockstream.info/${page}/${id}` },
    { label: 'mempool.space', href: `https://mempool.space/block/${id}` },
    { label: 'blockchair.com', href: `https://blockchair.com/bitcoin/block/${id}` },
  ]
}
