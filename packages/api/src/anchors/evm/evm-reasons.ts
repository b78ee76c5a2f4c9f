import type { EvmConfig } from './evm-config.ts'
import { gweiFromWei } from './evm-config.ts'
import type { NodeFailure } from './node-failure.ts'

const continues = 'It continues automatically'

/**
 * Why an anchor is stuck and what the shop's owner can do. The sentences contain no changing figures, so that one cause
 * is reported once, and neither the node's address nor the key.
 */
export const stuckReasons = {
  nodeFails({ chainName }: EvmConfig, failure: NodeFailure): string {
    switch (failure.kind) {
      case 'unreachable':
        return `The node of ${chainName} does not respond. ${continues} once the node does; if it lasts, check your provider's status page and at EVM_RPC_URL.`
      case 'forbidden':
        return `The node of ${chainName} denies access. Correct the access key in EVM_RPC_URL and restart.`
      case 'busy':
        return `The node of ${chainName} reports too many requests. ${continues}; if it lasts, upgrade your plan with the provider.`
      case 'rejected':
        return `The node of ${chainName} reports: '${failure.message}'. It is retried automatically; if it lasts, contact your provider.`
    }
  },
  wrongChain({ chainId }: EvmConfig, actual: number): string {
    return `EVM_RPC_URL is a node of chain ${actual}, but EVM_CHAIN_ID is ${chainId}. Nothing is sent until they agree: correct one of them and restart.`
  },
  feeAboveLimit({ chainName, maxFeeWei }: EvmConfig): string {
    return `${chainName} requires a higher fee than you allow. ${continues} when the fee falls; to continue now, set EVM_MAX_FEE_GWEI above ${gweiFromWei(maxFeeWei)} and restart.`
  },
  noFunds({ chainName }: EvmConfig, sender: string): string {
    return `The address ${sender} does not have enough funds on ${chainName} for the fee. Send it some; then it continues automatically.`
  },
  nonceUsed(sender: string, nonce: number): string {
    return `Another program used the key of ${sender}, and used transaction nonce ${nonce}. The root is sent again with a new nonce once that is final. Do not use this key for anything else.`
  },
  nonceContested(sender: string, nonce: number): string {
    return `Another program uses the key of ${sender}: its transaction with nonce ${nonce} is pending. ${continues} once that is mined. Do not use this key for anything else.`
  },
  nonceMissing(sender: string, nonce: number): string {
    return `Another program used the key of ${sender}, and its transaction with nonce ${nonce} was lost; later transactions must wait for it. The next batch fills the gap, or any transaction that you send from this address.`
  },
  failedOnChain({ chainName }: EvmConfig, hash: string): string {
    return `The transaction ${hash} was mined but failed on ${chainName}. Look up the reason in the explorer, such as code set on the address; then choose 'Try again'.`
  },
  nodeIsBehind({ chainName }: EvmConfig): string {
    return `The node of ${chainName} knows fewer transactions of our address than are already final. Nothing is sent until it has caught up; if it never does, EVM_RPC_URL is a node of another chain, or the chain was reset.`
  },
  otherChain({ chainName }: EvmConfig, chainId: number): string {
    return `This root was sent to chain ${chainId}, which is no longer configured. Configure that chain again to complete it, or choose 'Try again' to record it on ${chainName} instead.`
  },
  otherKey(sender: string): string {
    return `This was signed with the key of ${sender}, and its fee is too low now. EVM_PRIVATE_KEY has changed: restore the previous key to raise the fee, or wait until the fee falls.`
  },
  noFinality({ chainName }: EvmConfig): string {
    return `The node of ${chainName} does not report which blocks are final. Use a node that supports the block 'finalized'.`
  },
  noBaseFee({ chainName }: EvmConfig): string {
    return `${chainName} has no base fee (EIP-1559), which our transactions need. Configure another chain.`
  },
} as const
