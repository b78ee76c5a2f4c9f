import path from 'node:path'
import { isTestChain } from '@priormark/core/proofs/anchors/evm-chains'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import type { EmbeddedChain, NoChain } from '../../../embedded-chain/start-embedded-chain.ts'
import type { AnchorPort } from '../anchors/anchor-port.ts'
import { manualAnchors } from '../anchors/manual-anchors.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { SealRules } from '../leaves/seal-batch.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AnchorsConfig } from './anchors-config.ts'

export type Anchors = Awaited<ReturnType<typeof openAnchors>>

interface AnchorsDeps {
  config: AnchorsConfig
  database: Database
  log: Log
  dataDir: string
  publicUrl: string
}

const testChainWarning = 'Works are recorded only on a chain on this machine, which proves nothing to others.'

/**
 * Opens the configured kinds. Only the embedded chain starts immediately; ports and their modules load on first use. If
 * the embedded chain's program does not exist for this platform, anchors become manual.
 */
export async function openAnchors(deps: AnchorsDeps) {
  const { database, log } = deps
  let { config } = deps
  const { linkHosts } = config
  const chainOrReason = config.evm === 'embedded' ? await startChain(deps) : null
  const chain = chainOrReason === null || 'missing' in chainOrReason ? null : chainOrReason
  const openPorts = new Map<AnchorKind, Promise<AnchorPort | null>>()

  const evmConfig = () => (config.evm === 'embedded' ? (chain?.config ?? null) : config.evm)
  // The embedded chain only starts with the server.
  const configuredKinds = (): readonly AnchorKind[] =>
    config.evm === 'embedded' && chain === null ? ['manual'] : config.kinds

  async function closePorts(): Promise<void> {
    const ports = Array.from(openPorts.values())
    openPorts.clear()
    for (const port of await Promise.allSettled(ports))
      if (port.status === 'fulfilled') await port.value?.close?.()
  }

  async function open(kind: AnchorKind, jobs: JobQueue): Promise<AnchorPort | null> {
    const evm = evmConfig()
    const { opentimestamps: ots, rfc3161: tsa } = config
    if (kind === 'evm' && evm !== null)
      return (await import('../anchors/evm/evm-anchors.ts')).createEvmAnchors({ database, jobs, log }, evm)
    if (kind === 'opentimestamps' && ots !== null) {
      const { createOtsAnchors } = await import('../anchors/opentimestamps/ots-anchors.ts')
      return createOtsAnchors({ database, jobs, log, config: ots })
    }
    if (kind === 'rfc3161' && tsa !== null) {
      const { createTsaAnchors } = await import('../anchors/rfc3161/tsa-anchors.ts')
      return createTsaAnchors({ database, jobs, log, config: tsa })
    }
    return kind === 'manual' ? manualAnchors : null
  }

  return {
    get rules(): SealRules {
      return {
        kinds: configuredKinds(),
        batchSeconds: config.batchSeconds,
        batchMaxLeaves: config.batchMaxLeaves,
      }
    },
    /** The names of the public blockchains of the configured kinds, such as 'Ethereum'. */
    get chains() {
      const evm = evmConfig()
      return [
        ...(evm === null || evm.isTestChain || isTestChain(evm.chainId) ? [] : [evm.chainName]),
        ...(config.opentimestamps === null ? [] : ['Bitcoin']),
      ]
    },
    /** The configured EVM chain; null if there is none or it is the embedded one. */
    get publicEvm() {
      return config.evm === 'embedded' ? null : config.evm
    },
    /** The time-stamping authorities; null without any. */
    get rfc3161() {
      return config.rfc3161
    },
    /** Hosts allowed in a declared link; null allows any. */
    linkHosts,
    /** Serves the explorer of the embedded chain under /__chain; null without one. */
    chainExplorer: chain?.middleware ?? null,
    /** Messages for the operator. */
    warnings:
      chainOrReason === null ? [] : ['missing' in chainOrReason ? chainOrReason.missing : testChainWarning],
    /** Replaces the configuration. Open anchors continue as after a restart with the new one. */
    configure(next: AnchorsConfig): void {
      if (next === config) return
      config = next
      void closePorts()
    },
    /** Returns the port of a kind, opened on first use; null if the kind is not configured. */
    async port(kind: AnchorKind, jobs: JobQueue): Promise<AnchorPort | null> {
      if (!configuredKinds().includes(kind)) return null
      const openPort = openPorts.get(kind)
      if (openPort !== undefined) return openPort
      const port = open(kind, jobs)
      openPorts.set(kind, port)
      // A port that failed to open is opened again on the next use.
      port.catch(() => openPorts.delete(kind))
      return port
    },
    async close(): Promise<void> {
      await closePorts()
      await chain?.close()
    },
  }
}

async function startChain({ dataDir, publicUrl, log }: AnchorsDeps): Promise<EmbeddedChain | NoChain> {
  // A production install does not contain this folder, so this import fails there.
  const { startEmbeddedChain } = await import('../../../embedded-chain/start-embedded-chain.ts')
  return startEmbeddedChain({ stateFile: path.join(dataDir, 'embedded-chain.json'), publicUrl, log })
}
