/** An EVM chain whose clock is known well enough to read a date from it. */
interface EvmChain {
  chainId: number
  /** The display name, such as 'Ethereum'. */
  name: string
  /** The address of a transaction's page without the hash, in the explorer that the chain's own documentation names. */
  transactionPage: string
  /**
   * How long after its own time a block can have been made without breaking the chain's rules, in seconds. Its contents
   * existed no later than the block's time plus this.
   */
  marginSeconds: number
  /** A public test network: it can be reset, and its blocks cost nothing. */
  isTest: boolean
}

const minute = 60
const hour = 60 * minute

/**
 * A block's time is that of its slot. A block that is withheld can be added only until a later checkpoint is final,
 * which takes two epochs: 13 minutes on Ethereum.
 */
const beaconChainMargin = 15 * minute

/** OP Stack: a batch may reach Ethereum up to 3,600 of its blocks, 12 hours, after the block that its times follow. */
const sequencingWindowMargin = 13 * hour

/** Arbitrum's inbox accepts times up to 86,400 seconds back (`delaySeconds`). */
const arbitrumMargin = 25 * hour

/**
 * Polygon's rules only demand that time moves forward, so a producer can stamp late until its span of 6,400 blocks,
 * about 3 hours 33 minutes, is over.
 */
const polygonMargin = 4 * hour

const evmChainRow = (
  chainId: number,
  name: string,
  transactionPage: string,
  marginSeconds: number,
  { isTest = false } = {},
): EvmChain => ({ chainId, name, transactionPage, marginSeconds, isTest })

/** The supported chains. Other chains are named as unknown by every verifier, and no date is read from them. */
export const evmChains: readonly EvmChain[] = [
  evmChainRow(1, 'Ethereum', 'https://etherscan.io/tx/', beaconChainMargin),
  evmChainRow(10, 'OP Mainnet', 'https://optimistic.etherscan.io/tx/', sequencingWindowMargin),
  evmChainRow(100, 'Gnosis', 'https://gnosisscan.io/tx/', beaconChainMargin),
  evmChainRow(137, 'Polygon', 'https://polygonscan.com/tx/', polygonMargin),
  evmChainRow(8453, 'Base', 'https://basescan.org/tx/', sequencingWindowMargin),
  evmChainRow(42_161, 'Arbitrum One', 'https://arbiscan.io/tx/', arbitrumMargin),
  evmChainRow(84_532, 'Base Sepolia', 'https://sepolia.basescan.org/tx/', sequencingWindowMargin, {
    isTest: true,
  }),
  evmChainRow(11_155_111, 'Sepolia', 'https://sepolia.etherscan.io/tx/', beaconChainMargin, { isTest: true }),
]

/** Returns a supported chain; null for any other. */
export function evmChain(chainId: number): EvmChain | null {
  return evmChains.find((one) => one.chainId === chainId) ?? null
}

/**
 * Returns what a chain is worth as a witness. `public`: a supported public chain, the only kind that dates anything; `test`: a public
 * test network; `private`: a chain on a single computer; `unknown`: not in the table.
 */
export function evmChainKind(chainId: number): 'public' | 'test' | 'private' | 'unknown' {
  if (isDevelopmentChain(chainId)) return 'private'
  const chain = evmChain(chainId)
  if (chain === null) return 'unknown'
  return chain.isTest ? 'test' : 'public'
}

/** Whether a chain is for tests, public or private, and so proves nothing to others. */
export function isTestChain(chainId: number): boolean {
  return ['test', 'private'].includes(evmChainKind(chainId))
}

/**
 * Whether a chain runs on a single machine and so proves nothing to others: id 31337, which anvil and Hardhat use, and
 * ten-digit ids that begin with it, one of which the embedded chain uses.
 */
function isDevelopmentChain(chainId: number): boolean {
  return /^31337(\d{5})?$/.test(String(chainId))
}

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
