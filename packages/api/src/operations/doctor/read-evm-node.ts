import * as v from 'valibot'
import type { EvmConfig } from '../../proofs/anchors/evm/evm-config.ts'
import type { RpcBlock } from '../../proofs/anchors/evm/evm-encoding.ts'
import { checkTimeoutMs } from '../../platform/check-result.ts'

/** The state of a node, and of the account that pays. */
export interface EvmNodeFacts {
  chainId: number
  address: string
  balanceWei: bigint
  /** Of the newest block. */
  blockNumber: bigint
  /** Whether the hash of the newest block is that of its header, so that its time can be trusted. */
  hasMatchingHeader: boolean
}

/** Reads the chain of a node, its newest block and the balance of the paying account. @throws if the node does not respond */
export async function readEvmNode(
  rpcUrl: string,
  { privateKey }: Pick<EvmConfig, 'privateKey'>,
): Promise<EvmNodeFacts> {
  const [{ createPublicClient }, { privateKeyToAccount }, { headerHash }, { nodeTransport }] =
    await Promise.all([
      import('viem'),
      import('viem/accounts'),
      import('../../proofs/anchors/evm/evm-encoding.ts'),
      import('../../proofs/anchors/evm/evm-node.ts'),
    ])
  const client = createPublicClient({ transport: nodeTransport(rpcUrl, checkTimeoutMs) })
  const { address } = privateKeyToAccount(privateKey())
  const newest: Promise<RpcBlock | null> = client.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })
  const [chainId, balanceWei, block] = await Promise.all([
    client.getChainId(),
    client.getBalance({ address }),
    newest,
  ])
  return {
    chainId,
    address,
    balanceWei,
    blockNumber: BigInt(v.parse(v.string(), block?.['number'] ?? '0x0')),
    hasMatchingHeader: block !== null && block['hash'] === headerHash(block),
  }
}
