import { keccak256, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { evmCalldata } from '@priormark/core/proofs/proof/leaf'
import type { EvmConfig } from './evm-config.ts'
import type { Fees } from './evm-fees.ts'

/** A signed transaction, whose hash is known before it is sent. */
export interface SignedTransaction {
  hash: Hex
  raw: Hex
  gas: bigint
}

/** The account that pays for the transactions. */
export type EvmAccount = ReturnType<typeof createEvmAccount>

export function createEvmAccount({ privateKey, chainId }: EvmConfig) {
  const account = privateKeyToAccount(privateKey())
  return {
    /** In lower case. */
    address: account.address.toLowerCase(),
    /** Signs a transaction to our own address that carries a root. @param root in hex */
    async sign(root: string, nonce: number, gas: bigint, fees: Fees): Promise<SignedTransaction> {
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
