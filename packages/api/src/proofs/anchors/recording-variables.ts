import { settingGroups } from '@priormark/core/settings/groups'
import type { RecordingSettings } from '@priormark/core/settings/services'
import type { FieldErrors } from '@priormark/core/platform/errors'

/** The variable that each field of the settings stands for, with the same rules. */
export const recordingVariables = {
  kinds: 'ANCHORS',
  evmChainId: 'EVM_CHAIN_ID',
  evmChainName: 'EVM_CHAIN_NAME',
  evmExplorerTx: 'EVM_EXPLORER_TX',
  evmRpcUrls: 'EVM_RPC_URLS',
  evmPrivateKey: 'EVM_PRIVATE_KEY',
  evmMaxFeeGwei: 'EVM_MAX_FEE_GWEI',
  evmDailyBudget: 'EVM_DAILY_BUDGET',
  otsCalendars: 'OTS_CALENDARS',
  tsaUrls: 'TSA_URLS',
} as const satisfies Record<keyof RecordingSettings, string>

const fields = Object.keys(recordingVariables) as (keyof RecordingSettings)[]

/** The variables that the settings replace. */
export type RecordingVariables = { [Name in (typeof recordingVariables)[keyof RecordingSettings]]?: string }

/** Returns the settings as variables, without the empty ones. */
export function toVariables(recording: RecordingSettings): RecordingVariables {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = field === 'kinds' ? recording.kinds.join(',') : recording[field]
      return text === '' ? [] : [[recordingVariables[field], text]]
    }),
  )
}

/** Returns the problems of variables as errors of their fields, with the labels of the fields in place of the variables. */
export function fieldErrorsOf(problems: readonly string[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const problem of problems) {
    const field = fields.find((name) => problem.startsWith(`${recordingVariables[name]} `)) ?? 'kinds'
    const text = withLabels(problem.replace(`${recordingVariables[field]} `, '').replace(/\.$/, ''))
    errors[`values.${field}`] = [text.charAt(0).toUpperCase() + text.slice(1)]
  }
  return errors
}

/** Replaces the names of variables by the labels of their fields. */
export function withLabels(text: string): string {
  const { labels } = settingGroups.recording
  return fields.reduce(
    (labeledText, field) => labeledText.replaceAll(recordingVariables[field], `“${labels[field]}”`),
    text,
  )
}
