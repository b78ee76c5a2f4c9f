import { anchorKinds } from '@priormark/core/settings/policy/anchor-kind'
import { recordingVariables } from '../../proofs/anchors/recording-variables.ts'
import type { GroupName } from '@priormark/core/settings/groups'
import { defaultPayments, type MailServerSettings } from '@priormark/core/settings/services'
import { keyFields, type PaymentsConfig } from '../../orders/gateway/payments-config.ts'
import type { SettingOverride } from '../../settings/setting-variables.ts'

/** Returns the fields of the mail server that variables set, so that the admin shows them. */
export function mailOverrides(smtpUrl: string | undefined, mailFrom: string | undefined): SettingOverride[] {
  return [
    ...(smtpUrl === undefined ? [] : overridesBy('mailServer', 'SMTP_URL', parseMailServer(smtpUrl))),
    ...(mailFrom === undefined ? [] : overridesBy('mailServer', 'MAIL_FROM', parseSender(mailFrom))),
  ]
}

/** Returns Stripe's keys that variables set. PAYMENTS=embedded overrides all keys of the settings. */
export function paymentOverrides(payments: PaymentsConfig, mode: string | undefined): SettingOverride[] {
  if (payments.mode === 'stripe') {
    return Object.entries(keyFields).flatMap(([variable, field]) =>
      overridesBy('payments', variable, { [field]: payments.keys[field] }),
    )
  }
  return mode === 'embedded' ? overridesBy('payments', 'PAYMENTS', defaultPayments) : []
}

/** Returns the settings of recording that variables set. The embedded chain is left out, since the settings do not offer it. */
export function recordingOverrides(
  variables: Readonly<Record<string, string | undefined>>,
): SettingOverride[] {
  return Object.entries(recordingVariables).flatMap(([field, variable]) => {
    const text = variables[variable]?.trim()
    if (text === undefined) return []
    const kinds = anchorKinds.filter((kind) => text.split(',').some((name) => name.trim() === kind))
    const source =
      field === 'evmPrivateKey' && 'EVM_PRIVATE_KEY_FILE' in variables ? 'EVM_PRIVATE_KEY_FILE' : variable
    return overridesBy('recording', source, { [field]: field === 'kinds' ? kinds : text })
  })
}

function overridesBy(group: GroupName, variable: string, values: object): SettingOverride[] {
  return Object.entries(values).map(([field, value]) => ({ group, field, variable, value }))
}

/** Splits `Priormark <hello@example.org>`; an address alone has no name. */
function parseSender(from: string): { senderName: string; senderAddress: string } {
  const bracketIndex = from.lastIndexOf('<')
  if (bracketIndex < 0) return { senderName: '', senderAddress: from }
  const senderName = from.slice(0, bracketIndex).trim().replaceAll('"', '')
  const address = from.slice(bracketIndex + 1).replace('>', '')
  return { senderName, senderAddress: address.trim() }
}

/** Returns the settings that the address of a mail server contains. */
function parseMailServer(url: string): Omit<MailServerSettings, 'senderName' | 'senderAddress'> {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname,
    port: Number(port || (isTls ? 465 : 587)),
    security: isTls ? 'tls' : 'optional',
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
}
