import type { CheckGroup, Opening } from '@priormark/core/operations/endpoints'
import { hasStripeKeys } from '../../orders/gateway/open-gateway.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import type { Config } from '../config/env.ts'
import { mailServerUrl } from './mail-service.ts'
import { withFieldLabels, type RecordingService } from './recording-service.ts'

interface CheckRunnerDeps {
  settings: SettingsSource
  recording: RecordingService
  readOpening: () => Promise<Opening>
}

/**
 * Returns a function that runs doctor's checks in the server, with the settings of the admin. Calls during a run share its
 * results.
 */
export function createCheckRunner(
  config: Config,
  { settings, recording, readOpening }: CheckRunnerDeps,
): () => Promise<CheckGroup[]> {
  let currentRun: Promise<CheckGroup[]> | null = null
  const run = async () => {
    const services = await settings.services()
    const { payments } = services
    const effectiveConfig: Config = {
      ...config,
      smtpUrl: config.smtpUrl ?? mailServerUrl(services.mailServer),
      payments: hasStripeKeys(payments) ? { mode: 'stripe', keys: payments } : config.payments,
      anchors: recording.configOf(services.recording),
    }
    const { runChecks } = await import('../doctor/run-checks.ts')
    const groups: CheckGroup[] = []
    for await (const { part, results } of runChecks(effectiveConfig, { backups: null, readOpening }))
      groups.push({ part, results: results.map(withFieldLabels) })
    return groups
  }
  return () => {
    currentRun ??= run().finally(() => {
      currentRun = null
    })
    return currentRun
  }
}
