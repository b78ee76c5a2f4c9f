import type { EvmConfig } from './evm-config.ts'

/**
 * The fees of a transaction per unit of gas, in wei: at most `maxFee`, including at most `priorityFee` for the block producer.
 */
export interface Fees {
  maxFee: bigint
  priorityFee: bigint
}

/** The current fees of the chain, in wei per unit of gas. */
export interface FeeMarket {
  /** The base fee of the newest block. */
  baseFee: bigint
  /** The priority fee that the nodes suggest. */
  tip: bigint
}

type FeeLimits = Pick<EvmConfig, 'maxFeeWei' | 'maxTipWei'>

/** Why a transaction within the limits would not be accepted by nodes; the name of a reason in evm-reasons.ts. */
type FeeObstacle = 'feeAboveLimit' | 'tipAboveLimit'

/**
 * Returns the fees of a new transaction: enough for six full blocks in a row, within the limits. A suggested tip above
 * half of its limit is not followed, so that replacements can still raise it.
 */
export function quoteFees({ baseFee, tip }: FeeMarket, limits: FeeLimits): Fees | FeeObstacle {
  const priorityFee = smaller(tip, limits.maxTipWei / 2n)
  if (baseFee + priorityFee > limits.maxFeeWei) return 'feeAboveLimit'
  return { maxFee: smaller(baseFee * 2n + priorityFee, limits.maxFeeWei), priorityFee }
}

/** Returns the fees of a replacement. Nodes accept one if both fees are raised by at least 12.5%. */
export function raiseFees(previous: Fees, market: FeeMarket, limits: FeeLimits): Fees | FeeObstacle {
  const quote = quoteFees(market, limits)
  if (typeof quote === 'string') return quote
  const maxFee = larger(raiseFee(previous.maxFee), quote.maxFee)
  const priorityFee = larger(raiseFee(previous.priorityFee), quote.priorityFee)
  if (priorityFee > limits.maxTipWei) return 'tipAboveLimit'
  return maxFee > limits.maxFeeWei ? 'feeAboveLimit' : { maxFee, priorityFee }
}

function raiseFee(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n + (fee === 0n ? 1n : 0n)
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
