import type { EvmConfig } from '../anchors/evm/evm-config.ts'
import { checkTimeoutMs } from './check-result.ts'

/** What a node says of itself and of the account that pays. */
export interface EvmNodeFacts {
  chainId: number
  address: string
  balanceWei: bigint
}

/** Asks a node which chain it is of, and what the paying account has. @throws where it does not answer */
export async function readEvmNode({ rpcUrl, privateKey }: EvmConfig): Promise<EvmNodeFacts> {
  const [{ createPublicClient, http }, { privateKeyToAccount }] = await Promise.all([
    import('viem'),
    import('viem/accounts'),
  ])
  // No redirect is followed: the shop follows none either.
  const client = createPublicClient({
    transport: http(rpcUrl, {
      timeout: checkTimeoutMs,
      retryCount: 0,
      fetchOptions: { redirect: 'manual' },
    }),
  })
  const { address } = privateKeyToAccount(privateKey())
  const [chainId, balanceWei] = await Promise.all([client.getChainId(), client.getBalance({ address })])
  return { chainId, address, balanceWei }
}
