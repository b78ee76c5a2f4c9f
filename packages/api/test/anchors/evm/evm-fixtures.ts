import { randomBytes, randomUUID } from 'node:crypto'
import { evmCalldata } from '@priormark/core/proof/evm-calldata'
import * as v from 'valibot'
import { startAnvil, type AnvilProcess } from '../../../embedded-chain/anvil-process.ts'
import { chainRpc, type ChainRpc } from '../../../embedded-chain/chain-rpc.ts'
import { findAnvil } from '../../../embedded-chain/find-anvil.ts'
import { Anchor } from '../../../src/anchors/anchor-entity.ts'
import { AnchorBatch } from '../../../src/anchors/batch-entity.ts'
import { createEvmAnchors, type EvmAnchors, type EvmOptions } from '../../../src/anchors/evm/evm-anchors.ts'
import type { EvmConfig } from '../../../src/anchors/evm/evm-config.ts'
import { weiFromGwei } from '../../../src/anchors/evm/evm-config.ts'
import type { Database } from '../../../src/db/orm.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { notedJobs, silentLog } from '../../mail/mail-fixtures.ts'
import { lastingPort } from '../../../testing/lasting-port.ts'

/** Anvil's first account, and its key. */
export const sender = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const senderKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export const chainId = 31_337

/** A chain that makes blocks when a test says so, and a database with roots to be recorded on it. */
export interface EvmStand {
  database: Database
  chain: TestChain
  config: EvmConfig
  /** A port as a process of its own would have it; `config` replaces what a test wants otherwise. */
  open(options?: EvmOptions, config?: Partial<EvmConfig>): EvmAnchors
  /** Seals a root that is to be recorded. */
  seal(): Promise<{ id: string; root: string }>
  read(id: string): Promise<Anchor>
  close(): Promise<void>
}

/** Anvil, without blocks of its own accord. */
export interface TestChain {
  url: string
  /** Asks anvil for something whose answer does not matter. */
  tell(method: string, ...params: unknown[]): Promise<unknown>
  rpc: ChainRpc
  mine(blocks?: number): Promise<void>
  /** How often a root stands on the chain as it is now. */
  timesRecorded(root: string): Promise<number>
  /** The numbers of a sender's transactions in the pool. */
  waiting(): Promise<number[]>
  anvil: AnvilProcess
}

/** Starts anvil; it ends with the test process at the latest. */
export async function startTestChain(args: string[] = [], port = 0): Promise<TestChain> {
  const program = findAnvil()
  if (program === null) throw new Error('anvil is not installed for this machine')
  const fixed = ['--no-mining', '--accounts', '2', '--chain-id', String(chainId)]
  const anvil = await startAnvil(program, [...fixed, ...args], port)
  const rpc = chainRpc(anvil.url)
  const tell = (method: string, ...params: unknown[]) => rpc(v.unknown(), method, ...params)
  return {
    url: anvil.url,
    anvil,
    rpc,
    tell,
    mine: async (blocks = 1) => void (await tell('anvil_mine', `0x${blocks.toString(16)}`)),
    async timesRecorded(root) {
      const calldata = evmCalldata(root)
      let times = 0
      const head = Number(await rpc(v.string(), 'eth_blockNumber'))
      for (let number = 0; number <= head; number += 1) {
        const block = await rpc(Block, 'eth_getBlockByNumber', `0x${number.toString(16)}`, true)
        times += block.transactions.filter(({ input }) => input === calldata).length
      }
      return times
    },
    async waiting() {
      const { pending } = await rpc(Pool, 'txpool_content')
      return Object.values(pending).flatMap((ofSender) => Object.keys(ofSender).map(Number))
    },
  }
}

const Block = v.object({ transactions: v.array(v.object({ input: v.string() })) })
const Pool = v.object({ pending: v.record(v.string(), v.record(v.string(), v.unknown())) })

/** The configuration of a chain of tests. */
export function evmConfig(rpcUrl: string): EvmConfig {
  return {
    rpcUrl,
    chainId,
    chainName: 'Testchain',
    privateKey: () => senderKey,
    explorerTx: 'https://explorer.example/tx/{hash}',
    maxFeeWei: weiFromGwei('100'),
    isTestChain: false,
  }
}

/** Everything a test of the port needs. @param port of anvil; 0 takes a free one */
export async function openEvmStand(args: string[] = []): Promise<EvmStand> {
  // Some tests start the chain anew at its port.
  const chain = await startTestChain(args, await lastingPort())
  const database = await openTestDatabase()
  const config = evmConfig(chain.url)
  return {
    database,
    chain,
    config,
    open: (options = {}, changed = {}) => openPort(database, { ...config, ...changed }, options),
    seal: () => sealRoot(database),
    read: (id) => database.fork().findOneOrFail(Anchor, id),
    async close() {
      await chain.anvil.stop()
      await database.close()
    },
  }
}

/** A port on a database; a node's failure is told at once, where nothing else is said. */
export function openPort(database: Database, config: EvmConfig, options: EvmOptions = {}): EvmAnchors {
  return createEvmAnchors({ database, jobs: notedJobs(), log: silentLog }, config, {
    patienceMs: 0,
    ...options,
  })
}

/** A batch of nothing, with its open anchor. */
export async function sealRoot(database: Database): Promise<{ id: string; root: string }> {
  const root = randomBytes(32).toString('hex')
  const now = new Date()
  const id = randomUUID()
  await database.fork().transactional(async (em) => {
    const batch = em.create(AnchorBatch, { id: randomUUID(), root, leafCount: 0, sealedAt: now })
    em.create(Anchor, { id, batch, kind: 'evm', createdAt: now, updatedAt: now })
    await em.flush()
  })
  return { id, root }
}

/** Ticks and mines by turns until an anchor is final. @throws where it is not after twenty turns */
export async function driveToFinal(stand: EvmStand, port: EvmAnchors, id: string): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await port.tick()
    if ((await stand.read(id)).state === 'final') return
    await stand.chain.mine()
  }
  const { state, stuckReason } = await stand.read(id)
  throw new Error(`the anchor is ${state} after twenty turns: ${stuckReason}`)
}
