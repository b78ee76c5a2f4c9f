import { keccak256, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { evmCalldata } from '@priormark/core/proofs/proof/evm-calldata'
import type { EvmConfig } from './evm-config.ts'
import type { Fees } from './evm-fees.ts'

/** A signed transaction, whose hash is known before it is sent. */
export interface SignedTransaction {
  hash: Hex
  raw: Hex
  gas: bigint
}

/** The account that pays for the transactions. */
export interface EvmAccount {
  /** In lower case. */
  readonly address: string
  /** Signs a transaction to our own address that carries a root. @param root in hex */
  sign(root: string, nonce: number, gas: bigint, fees: Fees): Promise<SignedTransaction>
}

export function createEvmAccount({ privateKey, chainId }: EvmConfig): EvmAccount {
  const account = privateKeyToAccount(privateKey())
  return {
    address: account.address.toLowerCase(),
    async sign(root, nonce, gas, fees) {
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        to: account.address,
        value: 0n,
        data: evmCalldata(root),
        gas,
        maxFeePerGas: fees.maxFee,
        maxPriorityFeePerGas: fees.priorityFee,
      })
      return { raw, gas, hash: keccak256(raw) }
    },
  }
}
