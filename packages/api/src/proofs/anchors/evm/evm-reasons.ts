import { coinsFromWei, gweiFromWei, type EvmConfig } from './evm-config.ts'
import type { Dispute } from './evm-nodes.ts'
import type { NodeError } from './node-failure.ts'

const continuesText = 'Recording continues automatically'
const retriedText = 'It is retried automatically. If the problem persists, contact your provider.'

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
        return `${node} does not respond. ${continuesText} once it does. If the problem persists, check your provider's status page and EVM_RPC_URLS.`
      case 'forbidden':
        return `${node} denies access. Correct the access key in EVM_RPC_URLS.`
      case 'busy':
        return `${node} reports too many requests. ${continuesText}. If the problem persists, upgrade your plan with the provider.`
      case 'rejected':
        return `${node} reports: '${failure.message}'. ${retriedText}`
      case 'false_header':
        return `${node} reports a block whose hash is not that of its header, so its times cannot be trusted. Nothing is sent or recorded until that stops: use a node of another provider in EVM_RPC_URLS, or another chain if all nodes of this one do that.`
      case 'false_contents':
        return `${node} does not return the transactions and receipts that its own block commits to, or more than a proof can contain. Nothing is recorded until that stops: use a node of another provider in EVM_RPC_URLS that supports eth_getBlockReceipts and eth_getRawTransactionByHash.`
    }
  },
  /** Every node that responded rejected a transaction. */
  refused: ({ chainName }: EvmConfig, message: string) =>
    `${chainName} rejects the transaction: '${message}'. ${retriedText}`,
  disputed: (config: EvmConfig, dispute: Dispute) =>
    dispute.kind === 'other_chain'
      ? `${config.rpcUrls.length === 1 ? 'The node' : `Node ${dispute.position}`} in EVM_RPC_URLS is on chain ${dispute.chainId}, but EVM_CHAIN_ID is ${config.chainId}. Nothing is sent until you correct one of them.`
      : `The nodes of ${config.chainName} disagree about block ${dispute.number}, which one of them names for the transaction ${dispute.transaction}. Nothing is recorded until they agree. If the problem persists for more than an hour, compare them with an explorer and replace the wrong one in EVM_RPC_URLS.`,
  receiptMissing: ({ chainName }: EvmConfig, hash: string) =>
    `The transaction ${hash} is in a block of ${chainName}, but no node has its receipt, which says whether it succeeded. It is not sent again. ${continuesText} once a node has it. If the problem persists, use nodes that keep receipts in EVM_RPC_URLS.`,
  implausibleTime: ({ chainName }: EvmConfig, hash: string) =>
    `The block of ${chainName} that contains the transaction ${hash} says that it was made before this batch was sealed, or in the future. It was not accepted. Check the clock of this server; if it is right, replace the node in EVM_RPC_URLS.`,
  sentTwice: (sender: string, nonce: number) =>
    `The transaction with nonce ${nonce}, the second one for this batch, has vanished like the first, although the nodes count it as used. It is not sent a third time, since every transaction costs money. Look up ${sender} in an explorer. If the transaction is there, use other nodes in EVM_RPC_URLS; if another program used the key, choose 'Try again'.`,
  overBudget: ({ chainName, dailyBudgetWei }: EvmConfig) =>
    `The transactions of the last 24 hours may cost all that EVM_DAILY_BUDGET allows on ${chainName} (${coinsFromWei(dailyBudgetWei)}), so no more are sent. ${continuesText} as they become older than a day. If you had that many batches, raise EVM_DAILY_BUDGET; if not, look for the cause in the explorer first.`,
  tipAboveLimit: ({ chainName, maxTipWei }: EvmConfig) =>
    `${chainName} requires a higher tip than you allow. ${continuesText} when the tip falls; to continue now, set EVM_MAX_TIP_GWEI above ${gweiFromWei(maxTipWei)} and restart.`,
  feeAboveLimit: ({ chainName, maxFeeWei }: EvmConfig) =>
    `${chainName} requires a higher fee than you allow. ${continuesText} when the fee falls; to continue now, set EVM_MAX_FEE_GWEI above ${gweiFromWei(maxFeeWei)}.`,
  noFunds: ({ chainName }: EvmConfig, sender: string) =>
    `The address ${sender} does not have enough funds on ${chainName} for the fee. ${continuesText} once you send it some.`,
  nonceUsed: (sender: string, nonce: number) =>
    `Another program used the key of ${sender} and took nonce ${nonce}, which was reserved for this batch. The batch is sent again with a new nonce once that transaction is final. Do not use this key for anything else.`,
  nonceContested: (sender: string, nonce: number) =>
    `Another program uses the key of ${sender}: its transaction with nonce ${nonce} is pending. ${continuesText} once that is mined. Do not use this key for anything else.`,
  nonceMissing: (sender: string, nonce: number) =>
    `Another program used the key of ${sender}, and its transaction with nonce ${nonce} was lost; later transactions must wait for it. The next batch fills the gap, or any transaction that you send from this address.`,
  failedOnChain: ({ chainName }: EvmConfig, hash: string) =>
    `The transaction ${hash} was mined but failed on ${chainName}. Look up why in the explorer (the paying address may have become a contract, for example), then choose 'Try again'.`,
  nodeIsBehind: ({ chainName }: EvmConfig) =>
    `The node of ${chainName} knows fewer transactions of our address than are already final. Nothing is sent until it has caught up; if it never does, EVM_RPC_URLS has a node of another chain, or the chain was reset.`,
  otherChain: ({ chainName }: EvmConfig, chainId: number) =>
    `This batch was sent to chain ${chainId}, which is no longer configured. Configure that chain again to complete it, or choose 'Try again' to record it on ${chainName} instead.`,
  otherKey: (sender: string) =>
    `The transaction was signed with the key of ${sender}, and its fee is too low now. EVM_PRIVATE_KEY has changed: restore the previous key to raise the fee, or wait until the fee falls.`,
  noFinality: ({ chainName }: EvmConfig) =>
    `The node of ${chainName} does not report which blocks are final. Use a node that supports the block 'finalized'.`,
  noBaseFee: ({ chainName }: EvmConfig) =>
    `${chainName} has no base fee (EIP-1559), which our transactions need. Configure another chain.`,
} as const
