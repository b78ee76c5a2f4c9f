import type { EvmConfig } from './evm-config.ts'
import { coinsFromWei, gweiFromWei } from './evm-config.ts'
import type { Dispute } from './evm-nodes.ts'
import type { NodeError } from './node-failure.ts'

const continuesText = 'It continues automatically'

/** Several nodes are distinguished by their position, since the address of a node may contain a secret. */
function nodeNameOf({ chainName, rpcUrls }: EvmConfig, position: number): string {
  return rpcUrls.length === 1 ? `The node of ${chainName}` : `Node ${position} of EVM_RPC_URLS (${chainName})`
}

/**
 * Why an anchor is stuck and what the shop's owner can do. The sentences contain no changing figures, so that one cause
 * is reported once. They contain neither the node's address nor the key.
 */
export const stuckReasons = {
  nodeFails(config: EvmConfig, { failure, position }: NodeError): string {
    const node = nodeNameOf(config, position)
    switch (failure.kind) {
      case 'unreachable':
        return `${node} does not respond. ${continuesText} once the node does; if it lasts, check your provider's status page and EVM_RPC_URLS.`
      case 'forbidden':
        return `${node} denies access. Correct the access key in EVM_RPC_URLS and restart.`
      case 'busy':
        return `${node} reports too many requests. ${continuesText}; if it lasts, upgrade your plan with the provider.`
      case 'rejected':
        return `${node} reports: '${failure.message}'. It is retried automatically; if it lasts, contact your provider.`
      case 'false_header':
        return `${node} reports a block whose hash is not that of its header, so its times cannot be trusted. Nothing is sent or recorded until that ends: use a node of another provider in EVM_RPC_URLS, or another chain if all nodes of this one do that.`
      case 'false_contents':
        return `${node} does not return the transactions and receipts that its own block commits to, or more than a proof can contain. Nothing is recorded until that ends: use a node of another provider in EVM_RPC_URLS that supports eth_getBlockReceipts and eth_getRawTransactionByHash.`
    }
  },
  /** Every node that responded rejected a transaction. */
  refused({ chainName }: EvmConfig, message: string): string {
    return `${chainName} rejects the transaction: '${message}'. It is retried automatically; if it lasts, contact your provider.`
  },
  disputed(config: EvmConfig, dispute: Dispute): string {
    switch (dispute.kind) {
      case 'other_chain':
        return `${config.rpcUrls.length === 1 ? 'EVM_RPC_URLS' : `Node ${dispute.position} of EVM_RPC_URLS`} is a node of chain ${dispute.chainId}, but EVM_CHAIN_ID is ${config.chainId}. Nothing is sent until they agree: correct one of them and restart.`
      case 'blocks':
        return `The nodes of ${config.chainName} disagree about block ${dispute.number}, which one of them names for the transaction ${dispute.transaction}. Nothing is recorded until they agree. If that lasts longer than an hour, compare them with an explorer and replace the wrong one in EVM_RPC_URLS.`
    }
  },
  receiptMissing({ chainName }: EvmConfig, hash: string): string {
    return `The transaction ${hash} is in a block of ${chainName}, but no node has its receipt, which says whether it succeeded. It is not sent again. ${continuesText} once a node has it; if it lasts, use nodes that keep receipts in EVM_RPC_URLS.`
  },
  implausibleTime({ chainName }: EvmConfig, hash: string): string {
    return `The block of ${chainName} that contains the transaction ${hash} says that it was made before this batch was sealed, or in the future. It was not accepted. Check the clock of this server; if it is right, replace the node in EVM_RPC_URLS.`
  },
  sentTwice(sender: string, nonce: number): string {
    return `This root was sent again once, and its transaction with nonce ${nonce} has vanished, too, although the nodes count it as used. It is not sent a third time, since every transaction costs money. Look up ${sender} in an explorer. If the transaction is there, use other nodes in EVM_RPC_URLS; if another program used the key, choose 'Try again'.`
  },
  tipAboveLimit({ chainName, maxTipWei }: EvmConfig): string {
    return `${chainName} requires a higher tip than you allow. ${continuesText} when it accepts the current one; to continue now, set EVM_MAX_TIP_GWEI above ${gweiFromWei(maxTipWei)} and restart.`
  },
  overBudget({ chainName, dailyBudgetWei }: EvmConfig): string {
    return `The transactions of the last 24 hours can cost as much on ${chainName} as EVM_DAILY_BUDGET allows (${coinsFromWei(dailyBudgetWei)}), so no more are sent. ${continuesText} as the day passes. If there were as many batches as that, raise EVM_DAILY_BUDGET and restart; if not, look for the cause in the explorer first.`
  },
  feeAboveLimit({ chainName, maxFeeWei }: EvmConfig): string {
    return `${chainName} requires a higher fee than you allow. ${continuesText} when the fee falls; to continue now, set EVM_MAX_FEE_GWEI above ${gweiFromWei(maxFeeWei)} and restart.`
  },
  noFunds({ chainName }: EvmConfig, sender: string): string {
    return `The address ${sender} does not have enough funds on ${chainName} for the fee. Send it some; then it continues automatically.`
  },
  nonceUsed(sender: string, nonce: number): string {
    return `Another program used the key of ${sender}, and used transaction nonce ${nonce}. The root is sent again with a new nonce once that is final. Do not use this key for anything else.`
  },
  nonceContested(sender: string, nonce: number): string {
    return `Another program uses the key of ${sender}: its transaction with nonce ${nonce} is pending. ${continuesText} once that is mined. Do not use this key for anything else.`
  },
  nonceMissing(sender: string, nonce: number): string {
    return `Another program used the key of ${sender}, and its transaction with nonce ${nonce} was lost; later transactions must wait for it. The next batch fills the gap, or any transaction that you send from this address.`
  },
  failedOnChain({ chainName }: EvmConfig, hash: string): string {
    return `The transaction ${hash} was mined but failed on ${chainName}. Look up the reason in the explorer, such as code set on the address; then choose 'Try again'.`
  },
  nodeIsBehind({ chainName }: EvmConfig): string {
    return `The node of ${chainName} knows fewer transactions of our address than are already final. Nothing is sent until it has caught up; if it never does, EVM_RPC_URLS has a node of another chain, or the chain was reset.`
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
