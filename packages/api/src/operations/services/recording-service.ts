import type { CheckResult } from '@priormark/core/platform/check-result'
import { AppError } from '@priormark/core/platform/errors'
import type { RecordingSettings } from '@priormark/core/settings/services'
import { isDeepStrictEqual } from 'node:util'
import type { AnchorsConfig } from '../../proofs/anchoring/anchors-config.ts'
import { toVariables, fieldErrorsOf, withLabels } from '../../proofs/anchors/recording-variables.ts'
import { coinsFromWei, type EvmConfig } from '../../proofs/anchors/evm/evm-config.ts'
import { invalidField } from '../../platform/http/field-errors.ts'
import type { Config } from '../config/env.ts'
import { checkAnchors } from '../doctor/check-anchors.ts'
import { fine, reasonOf } from '../../platform/check-result.ts'
import { readEvmNode, type EvmNodeFacts } from '../doctor/read-evm-node.ts'

export type RecordingService = ReturnType<typeof createRecordingService>

/** Reads and checks the settings of recording. @param config from environment variables, which override the settings */
export function createRecordingService(config: Pick<Config, 'anchors' | 'readAnchors'>) {
  let cached: { recording: RecordingSettings; config: AnchorsConfig } | null = null

  /** @throws AppError invalid_input */
  function parse(recording: RecordingSettings): AnchorsConfig {
    const anchors = config.readAnchors(toVariables(recording))
    if (!('problems' in anchors)) return anchors
    throw new AppError('invalid_input', anchors.problems.join(' '), {
      fields: fieldErrorsOf(anchors.problems),
    })
  }

  /** Returns the configuration for settings: the same object while they are unchanged. */
  function configOf(recording: RecordingSettings): AnchorsConfig {
    if (cached !== null && isDeepStrictEqual(cached.recording, recording)) return cached.config
    const anchors = config.readAnchors(toVariables(recording))
    // Settings are unusable if, for example, another ENCRYPTION_KEY encrypted the private key. Works then wait, and are not recorded
    // elsewhere.
    const noServices = { evm: null, opentimestamps: null, rfc3161: null }
    const fallback = { ...config.anchors, kinds: recording.kinds, ...noServices }
    cached = { recording, config: 'problems' in anchors ? fallback : anchors }
    return cached.config
  }

  return {
    configOf,
    /** @throws AppError invalid_input at the field that is wrong, or if a node is on another chain or does not respond */
    async prepare(next: RecordingSettings): Promise<undefined> {
      const { evm } = parse(next)
      if (evm !== null && evm !== 'embedded') await readNode(evm)
    },
    async check(values: RecordingSettings): Promise<CheckResult[]> {
      const parsed = parse(values)
      const { evm } = parsed
      const checks = (await checkAnchors(parsed)).map(withFieldLabels)
      if (evm === null || evm === 'embedded') return checks
      const { chainId, blockNumber, address, balanceWei } = await readNode(evm)
      const facts = `${evm.chainName}, chain ${chainId}, is at block ${blockNumber}. The paying account is ${address}, with a balance of ${coinsFromWei(balanceWei)}.`
      return [fine(facts), ...checks]
    },
  }
}

/** Replaces the names of variables in a result with the labels of their fields. */
export function withFieldLabels({ message, remedy, ...result }: CheckResult): CheckResult {
  return { ...result, message: withLabels(message), remedy: withLabels(remedy) }
}

/** Reads the first node. @throws AppError invalid_input at the field that is wrong */
async function readNode(evm: EvmConfig): Promise<EvmNodeFacts> {
  const [rpcUrl = ''] = evm.rpcUrls
  const node = await readEvmNode(rpcUrl, evm).catch((error: unknown) => {
    // The address may contain a provider's secret.
    const reason = reasonOf(error).replaceAll(rpcUrl, 'its address')
    throw invalidField('values.evmRpcUrls', `The node does not respond (${reason})`)
  })
  if (node.chainId === evm.chainId) return node
  throw invalidField('values.evmChainId', `The node is on the chain ${node.chainId}`)
}
