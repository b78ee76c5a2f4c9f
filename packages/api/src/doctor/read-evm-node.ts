import type { EvmConfig } from '../anchors/evm/evm-config.ts'
import { checkTimeoutMs } from './check-result.ts'

/** The state of a node, and of the account that pays. */
export interface EvmNodeFacts {
  chainId: number
  address: string
  balanceWei: bigint
}

/** Reads the chain of a node and the balance of the paying account. @throws if the node does not respond */
export async function readEvmNode({ rpcUrl, privateKey }: EvmConfig): Promise<EvmNodeFacts> {
  const [{ createPublicClient, http }, { privateKeyToAccount }] = await Promise.all([
    import('viem'),
    import('viem/accounts'),
  ])
  // Redirects are not followed, as in the shop.
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
