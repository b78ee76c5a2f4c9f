import type { CheckGroup } from '@priormark/core/operations/endpoints'
import type { Opening } from '@priormark/core/operations/opening/endpoints'
import { hasStripeKeys } from '../../orders/gateway/open-gateway.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import type { Config } from '../config/env.ts'
import { mailServerUrl } from './mail-service.ts'
import { atFields, type RecordingService } from './recording-service.ts'

interface CheckRunnerDeps {
  settings: SettingsSource
  recording: RecordingService
  readOpening: () => Promise<Opening>
}

/**
 * Returns a function that runs the checks of the doctor in the server, with what was set in the admin. Calls during a run get its
 * results.
 */
export function createCheckRunner(
  config: Config,
  { settings, recording, readOpening }: CheckRunnerDeps,
): () => Promise<CheckGroup[]> {
  let running: Promise<CheckGroup[]> | null = null
  const run = async () => {
    const services = await settings.services()
    const { payments } = services
    const effective: Config = {
      ...config,
      smtpUrl: config.smtpUrl ?? mailServerUrl(services.mailServer),
      payments: hasStripeKeys(payments) ? { mode: 'stripe', keys: payments } : config.payments,
      anchors: recording.configOf(services.recording),
    }
    const { runChecks } = await import('../doctor/run-checks.ts')
    const groups: CheckGroup[] = []
    for await (const { part, results } of runChecks(effective, { backups: null, readOpening }))
      groups.push({ part, results: results.map(atFields) })
    return groups
  }
  return () => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}
