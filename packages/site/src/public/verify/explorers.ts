/** A page of somebody else where a value can be looked up. */
export interface ExplorerLink {
  label: string
  href: string
}

/** The chains on which roots are usually recorded, with the explorer that each one's own documentation names. */
const evmChains: Record<number, { name: string; transactions: string }> = {
  1: { name: 'Ethereum', transactions: 'https://etherscan.io/tx/' },
  10: { name: 'OP Mainnet', transactions: 'https://optimistic.etherscan.io/tx/' },
  100: { name: 'Gnosis', transactions: 'https://gnosisscan.io/tx/' },
  137: { name: 'Polygon', transactions: 'https://polygonscan.com/tx/' },
  8453: { name: 'Base', transactions: 'https://basescan.org/tx/' },
  42161: { name: 'Arbitrum One', transactions: 'https://arbiscan.io/tx/' },
  84532: { name: 'Base Sepolia, a test network', transactions: 'https://sepolia.basescan.org/tx/' },
  11155111: { name: 'Sepolia, a test network', transactions: 'https://sepolia.etherscan.io/tx/' },
}

/** What anvil and Hardhat call their chain: one that lives on a developer's machine. */
const developmentChainId = 31337

/** Whether a chain is one that only its operator can see. */
export function isDevelopmentChain(chainId: number): boolean {
  return chainId === developmentChainId
}

/** A chain's name for people; one that is not known here goes by its number. */
export function evmChainName(chainId: number): string {
  if (isDevelopmentChain(chainId)) return 'a development chain'
  return evmChains[chainId]?.name ?? `the chain with id ${chainId}`
}

/** Where a transaction is looked up; empty for a chain that is not known here. */
export function evmExplorers(chainId: number, transactionHash: string): ExplorerLink[] {
  const chain = evmChains[chainId]
  if (chain === undefined) return []
  return [{ label: new URL(chain.transactions).hostname, href: chain.transactions + transactionHash }]
}

/** Where a block of Bitcoin is looked up by its height. */
export function bitcoinExplorers(height: number): ExplorerLink[] {
  return [
    { label: 'blockstream.info', href: `https://blockstream.info/block-height/${height}` },
    { label: 'mempool.space', href: `https://mempool.space/block/${height}` },
    { label: 'blockchair.com', href: `https://blockchair.com/bitcoin/block/${height}` },
  ]
}
