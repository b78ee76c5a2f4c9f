import { rm, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { Middleware } from 'koa'
import * as v from 'valibot'
import type { EvmConfig } from '../src/proofs/anchors/evm/evm-config.ts'
import type { Log } from '../src/platform/logging/log.ts'
import { startAnvil, type AnvilProcess } from './anvil-process.ts'
import { makeBlocks } from './block-maker.ts'
import { chainPages } from './chain-pages.ts'
import { chainRpc } from './chain-rpc.ts'
import { readChainState, writeChainState, type ChainState } from './chain-state.ts'
import { findAnvil } from './find-anvil.ts'

interface EmbeddedChainOptions {
  /** The file that keeps the chain across restarts. */
  stateFile: string
  /** The site's URL without a trailing slash, with which links to transactions begin. */
  publicUrl: string
  log: Log
  /** The anvil program; by default the one that npm installed. */
  program?: string | null
  /** The delay before a chain that ended is restarted. */
  restartDelayMs?: number
}

/** A chain that runs only on this machine. */
export interface EmbeddedChain {
  /** The configuration for the EVM port. */
  config: EvmConfig
  /** Shows transactions under /__chain. */
  middleware: Middleware
  /** The ids of the chain's current processes, for tests. */
  processIds(): AnvilProcess['processIds']
  close(): Promise<void>
}

/** The reason why there is no chain, in words for the operator. */
export interface NoChain {
  missing: string
}

/** The key of Anvil's first account, which is public: it owns nothing but this chain's worthless coins. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** Far above the fees of this chain. */
const maxFeeWei = 100_000_000_000n
const dailyBudgetWei = 10n ** 24n

/**
 * Starts a chain that proves nothing, for trying out how works are recorded. It resumes from its file, ends with this
 * process, and is restarted if it ends earlier.
 * @throws Error if the file is damaged or in use
 */
export async function startEmbeddedChain({
  stateFile,
  publicUrl,
  log,
  program = findAnvil(),
  restartDelayMs = 1_000,
}: EmbeddedChainOptions): Promise<EmbeddedChain | NoChain> {
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error('The test chain proves nothing, so it is not allowed when NODE_ENV is production.')
  }
  if (program === null) {
    return {
      missing: `There is no test chain for this machine (anvil for ${process.platform} ${process.arch} is not installed): batches wait until an administrator adds the blockchain link.`,
    }
  }
  let state: ChainState = { ...readChainState(stateFile), owner: process.pid }
  await writeChainState(stateFile, state)

  const start = async (port: number) => {
    const args = [
      '--chain-id',
      String(state.chainId),
      '--no-mining',
      '--accounts',
      '1',
      '--prune-history',
      '64',
    ]
    if (state.dump === null) return startAnvil(program, args, port)
    // Loads the state before it listens, so that clients never see an empty chain.
    const past = `${stateFile}.past`
    await writeFile(past, gunzipSync(Buffer.from(state.dump.slice(2), 'hex')), { mode: 0o600 })
    try {
      return await startAnvil(program, [...args, '--load-state', past], port)
    } finally {
      await rm(past, { force: true })
    }
  }
  let anvil = await start(0)
  const { url } = anvil
  const rpc = chainRpc(url)
  let closing = false

  const blocks = makeBlocks(
    rpc,
    async () => {
      state = { ...state, dump: await rpc(v.string(), 'anvil_dumpState') }
      await writeChainState(stateFile, state)
    },
    (error) => log.debug({ err: error }, 'the test chain could not mine a block'),
  )

  /** Keeps the chain running, always at the same address. */
  const keep = async () => {
    await anvil.exited
    while (!closing) {
      log.warn('the test chain ended; restarting it')
      await wait(restartDelayMs)
      try {
        anvil = await start(Number(new URL(url).port))
        if (closing) await anvil.stop()
        await anvil.exited
      } catch (error) {
        log.error({ err: error }, 'the test chain could not be started')
      }
    }
  }
  const kept = keep()

  return {
    config: {
      rpcUrls: [url],
      isOwnNode: true,
      chainId: state.chainId,
      chainName: 'the test chain on this machine',
      privateKey: () => privateKey,
      explorerTx: `${publicUrl}/__chain/tx/{hash}`,
      maxFeeWei,
      maxTipWei: maxFeeWei,
      dailyBudgetWei,
      isTestChain: true,
    },
    middleware: chainPages(rpc, state.chainId),
    processIds: () => anvil.processIds,
    async close() {
      if (closing) return
      closing = true
      await blocks.stop()
      await anvil.stop()
      await kept
      await writeChainState(stateFile, { ...state, owner: null })
    },
  }
}
