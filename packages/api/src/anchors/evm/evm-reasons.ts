import type { EvmConfig } from './evm-config.ts'
import { gweiFromWei } from './evm-config.ts'
import type { NodeFailure } from './node-failure.ts'

const byItself = 'It goes on by itself'

/**
 * Why an anchor is stuck and what the shop's owner can do. The sentences contain no changing figures, so that one cause
 * is reported once, and neither the node's address nor the key.
 */
export const stuckBecause = {
  nodeFails({ chainName }: EvmConfig, failure: NodeFailure): string {
    switch (failure.kind) {
      case 'unreachable':
        return `The node of ${chainName} does not answer. ${byItself} once the node does; if it lasts, look at your provider's status page and at EVM_RPC_URL.`
      case 'forbidden':
        return `The node of ${chainName} refuses to talk to us. Check the access key in EVM_RPC_URL, correct it and restart.`
      case 'busy':
        return `The node of ${chainName} says that we ask too often. ${byItself}; if it lasts, a larger plan of the provider helps.`
      case 'rejected':
        return `The node of ${chainName} answers: '${failure.words}'. We try again by ourselves; if it lasts, ask your provider about it.`
    }
  },
  wrongChain({ chainId }: EvmConfig, actual: number): string {
    return `EVM_RPC_URL leads to chain ${actual}, but EVM_CHAIN_ID is ${chainId}. Nothing is sent until they agree: correct one of them and restart.`
  },
  feeAboveLimit({ chainName, maxFeeWei }: EvmConfig): string {
    return `${chainName} asks for a higher fee than you allow. ${byItself} when the fee falls; to go on now, set EVM_MAX_FEE_GWEI above ${gweiFromWei(maxFeeWei)} and restart.`
  },
  noFunds({ chainName }: EvmConfig, sender: string): string {
    return `The address ${sender} has not enough coins of ${chainName} for the fee. Send it some; ${byItself.toLowerCase()} then.`
  },
  numberTaken(sender: string, nonce: number): string {
    return `Another program used the key of ${sender}, and took transaction number ${nonce} from us. The root is sent again under a new number once that is final. Use this key for nothing else.`
  },
  numberContested(sender: string, nonce: number): string {
    return `Another program uses the key of ${sender}: a transaction of its own with number ${nonce} is waiting. ${byItself} once that is mined. Use this key for nothing else.`
  },
  numberMissing(sender: string, nonce: number): string {
    return `Another program used the key of ${sender}, and its transaction number ${nonce} got lost; ours have to wait for it. The next batch fills the gap, or any transaction that you send from this address.`
  },
  failedOnChain({ chainName }: EvmConfig, hash: string): string {
    return `The transaction ${hash} was mined but failed on ${chainName}. See on the explorer why, for example code that was set on the address; then choose 'Try again'.`
  },
  nodeIsBehind({ chainName }: EvmConfig): string {
    return `The node of ${chainName} knows fewer transactions of our address than are already final. Nothing is sent until it has caught up; if it never does, EVM_RPC_URL leads to another chain, or the chain was reset.`
  },
  otherChain({ chainName }: EvmConfig, chainId: number): string {
    return `This root was sent to chain ${chainId}, which is not the configured one any more. Configure that chain again to see it through, or choose 'Try again' to record it on ${chainName} instead.`
  },
  otherKey(sender: string): string {
    return `This was signed with the key of ${sender}, and offers too low a fee now. EVM_PRIVATE_KEY is another key: put the former one back to raise the fee, or wait until the fee falls.`
  },
  noFinality({ chainName }: EvmConfig): string {
    return `The node of ${chainName} does not say which blocks are final. Use a node that knows the block 'finalized'.`
  },
  noBaseFee({ chainName }: EvmConfig): string {
    return `${chainName} has no base fee (EIP-1559), which our transactions need. Configure another chain.`
  },
} as const
