import { randomBytes, randomUUID } from 'node:crypto'
import type { AnchorPort } from '../src/proofs/anchors/anchor-port.ts'
import { createEvmAnchors, type EvmOptions } from '../src/proofs/anchors/evm/evm-anchors.ts'
import type { EvmConfig } from '../src/proofs/anchors/evm/evm-config.ts'
import { Anchor } from '../src/proofs/leaves/batch-entities.ts'
import type { Database } from '../src/platform/database/database.ts'
import { buildAnchor, buildBatch } from './builders/anchor.ts'
import { openTestDatabase } from './database.ts'
import { chainId, senderKey, startTestChain, weiFromGwei, type TestChain } from './evm-chain.ts'
import { stablePort } from './stable-port.ts'
import { recordedQueue } from './recorded-queue.ts'
import { silentLog } from './silent-log.ts'

/** A chain that mines on request, and a database with roots to record on it. */
export interface EvmStand {
  database: Database
  chain: TestChain
  config: EvmConfig
  /** Opens a port as in a separate process; `config` overrides settings. */
  open(options?: EvmOptions, config?: Partial<EvmConfig>): AnchorPort
  /** Seals a batch with an anchor on this chain. */
  seal(): Promise<{ id: string; root: string }>
  read(id: string): Promise<Anchor>
  close(): Promise<void>
}

export function evmConfig(...rpcUrls: string[]): EvmConfig {
  return {
    rpcUrls,
    isOwnNode: false,
    chainId,
    chainName: 'Testchain',
    privateKey: () => senderKey,
    explorerTx: 'https://explorer.example/tx/{hash}',
    maxFeeWei: weiFromGwei(100),
    maxTipWei: weiFromGwei(5),
    dailyBudgetWei: 10n ** 18n,
    isTestChain: false,
  }
}

/** @param args for Anvil */
export async function openEvmStand(args: string[] = []): Promise<EvmStand> {
  // Some tests restart the chain on its port.
  const chain = await startTestChain(args, await stablePort())
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

/** Opens a port that by default reports a node's failure immediately. */
export function openPort(database: Database, config: EvmConfig, options: EvmOptions = {}): AnchorPort {
  return createEvmAnchors({ database, jobs: recordedQueue(), log: silentLog }, config, {
    outageToleranceMs: 0,
    ...options,
  })
}

/** Creates an empty batch with its open anchor. */
export async function sealRoot(database: Database): Promise<{ id: string; root: string }> {
  const root = randomBytes(32).toString('hex')
  const id = randomUUID()
  await database.fork().transactional(async (em) => {
    buildAnchor(em, buildBatch(em, { root }), { id, kind: 'evm' })
    await em.flush()
  })
  return { id, root }
}

/** Runs the port and mines in turn until an anchor is final. @throws if it is not after twenty turns */
export async function driveToFinal(stand: EvmStand, port: AnchorPort, id: string): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await port.advance()
    if ((await stand.read(id)).state === 'final') return
    await stand.chain.mine()
  }
  const { state, stuckReason } = await stand.read(id)
  throw new Error(`the anchor is ${state} after twenty turns: ${stuckReason}`)
}
