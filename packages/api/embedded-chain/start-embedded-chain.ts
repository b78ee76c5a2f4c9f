import { rm, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { Middleware } from 'koa'
import * as v from 'valibot'
import type { EvmConfig } from '../src/anchors/evm/evm-config.ts'
import type { Log } from '../src/logging/log.ts'
import { startAnvil, type AnvilProcess } from './anvil-process.ts'
import { makeBlocks } from './block-maker.ts'
import { chainPages } from './chain-pages.ts'
import { chainRpc } from './chain-rpc.ts'
import { readChainState, writeChainState, type ChainState } from './chain-state.ts'
import { findAnvil } from './find-anvil.ts'

export interface EmbeddedChainOptions {
  /** Where the chain is kept over a restart. */
  stateFile: string
  /** Where the site is found, without a slash at the end: links to transactions begin with it. */
  publicUrl: string
  log: Log
  /** The program of the chain; what npm installed, where nothing else is said. */
  program?: string | null
  /** How long a chain that ended waits until it is started again. */
  restartDelayMs?: number
}

/** A chain that runs on this machine alone. */
export interface EmbeddedChain {
  /** For the port of EVM chains. */
  config: EvmConfig
  /** Shows transactions under /__chain. */
  middleware: Middleware
  /** Of the processes that run the chain at present, for tests. */
  processIds(): AnvilProcess['processIds']
  close(): Promise<void>
}

/** There is no chain, and why: a sentence for the operator. */
export interface NoChain {
  missing: string
}

/** Anvil's first account. Everybody knows its key: it owns nothing but this chain's play money. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** Far above what this chain ever asks. */
const maxFeeWei = 100_000_000_000n
const dailyBudgetWei = 10n ** 24n

/**
 * Starts a chain that proves nothing to anybody, so that recording can be tried without one. It goes on where its file left
 * it, ends with this process, and is started again where it ends before. @throws where the file is damaged or in use
 */
export async function startEmbeddedChain({
  stateFile,
  publicUrl,
  log,
  program = findAnvil(),
  restartDelayMs = 1_000,
}: EmbeddedChainOptions): Promise<EmbeddedChain | NoChain> {
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error('The test chain proves nothing to anybody, so it is refused when NODE_ENV is production.')
  }
  if (program === null) {
    return {
      missing: `There is no test chain for this machine (anvil for ${process.platform} ${process.arch} is not installed): roots wait for an administrator to declare where they stand.`,
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
    // Loaded before it listens: nobody ever meets the chain without its past.
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
    (error) => log.debug({ err: error }, 'the test chain: no block was made'),
  )

  /** Keeps the chain running, at the one address that everybody knows. */
  const keep = async () => {
    await anvil.exited
    while (!closing) {
      log.warn('the test chain ended; starting it again')
      await wait(restartDelayMs)
      try {
        anvil = await start(Number(new URL(url).port))
        if (closing) await anvil.stop()
        await anvil.exited
      } catch (error) {
        log.error({ err: error }, 'the test chain does not start')
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
