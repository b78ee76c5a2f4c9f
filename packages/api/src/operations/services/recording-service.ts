import type { CheckResult } from '@priormark/core/platform/check-result'
import { AppError } from '@priormark/core/platform/errors'
import type { RecordingSettings } from '@priormark/core/settings/services'
import { isDeepStrictEqual } from 'node:util'
import type { AnchorsConfig } from '../../proofs/anchoring/anchors-config.ts'
import { toVariables, fieldErrorsOf, withLabels } from '../../proofs/anchoring/recording-variables.ts'
import { coinsFromWei, type EvmConfig } from '../../proofs/anchors/evm/evm-config.ts'
import { invalidField } from '../../platform/http/field-errors.ts'
import type { Config } from '../config/env.ts'
import { checkAnchors } from '../doctor/check-anchors.ts'
import { fine, reasonOf } from '../../platform/check-result.ts'
import { readEvmNode, type EvmNodeFacts } from '../doctor/read-evm-node.ts'

/** Reads and tries where works are recorded. */
export interface RecordingService {
  /** Returns the configuration of settings, the same one while they stay the same. */
  configOf(recording: RecordingSettings): AnchorsConfig
  /** @throws AppError invalid_input at the field that is wrong, or if a node is on another chain or does not respond */
  prepare(next: RecordingSettings): Promise<object>
  check(values: RecordingSettings): Promise<CheckResult[]>
}

/** @param config the variables, which come before the settings */
export function createRecordingService(config: Pick<Config, 'anchors' | 'anchorsWith'>): RecordingService {
  let now: { recording: RecordingSettings; config: AnchorsConfig } | null = null

  /** @throws AppError invalid_input */
  function parse(recording: RecordingSettings): AnchorsConfig {
    const read = config.anchorsWith(toVariables(recording))
    if (!('problems' in read)) return read
    throw new AppError('invalid_input', read.problems.join(' '), { fields: fieldErrorsOf(read.problems) })
  }

  function configOf(recording: RecordingSettings): AnchorsConfig {
    if (now !== null && isDeepStrictEqual(now.recording, recording)) return now.config
    const read = config.anchorsWith(toVariables(recording))
    // Such as a private key of another ENCRYPTION_KEY: works wait, and are not recorded elsewhere.
    const none = { evm: null, opentimestamps: null, rfc3161: null }
    const waiting = { ...config.anchors, kinds: recording.kinds, ...none }
    now = { recording, config: 'problems' in read ? waiting : read }
    return now.config
  }

  return {
    configOf,
    async prepare(next) {
      const { evm } = parse(next)
      if (evm !== null && evm !== 'embedded') await readNode(evm)
      return {}
    },
    async check(values) {
      const parsed = parse(values)
      const { evm } = parsed
      const checks = (await checkAnchors(parsed)).map(atFields)
      if (evm === null || evm === 'embedded') return checks
      const { chainId, blockNumber, address, balanceWei } = await readNode(evm)
      const facts = `${evm.chainName}, chain ${chainId}, is at block ${blockNumber}. The paying account is ${address}, with a balance of ${coinsFromWei(balanceWei)}.`
      return [fine(facts), ...checks]
    },
  }
}

/** Returns a result with the names of fields in the place of their variables. */
export function atFields({ message, remedy, ...result }: CheckResult): CheckResult {
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
