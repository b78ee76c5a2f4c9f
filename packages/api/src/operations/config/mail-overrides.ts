import type { SettingOverride } from '../../settings/setting-variables.ts'
import { mailServerOf } from '../services/mail-service.ts'

/** Returns the fields of the mail server that variables set, so that the admin shows them. */
export function mailOverrides(smtpUrl: string | undefined, mailFrom: string | undefined): SettingOverride[] {
  return [
    ...(smtpUrl === undefined ? [] : overridesBy('SMTP_URL', mailServerOf(smtpUrl))),
    ...(mailFrom === undefined ? [] : overridesBy('MAIL_FROM', senderIn(mailFrom))),
  ]
}

function overridesBy(variable: string, values: object): SettingOverride[] {
  return Object.entries(values).map(([field, value]): SettingOverride => ({
    group: 'mailServer',
    field,
    variable,
    value,
  }))
}

/** Splits `Priormark <hello@example.org>`; an address alone has no name. */
function senderIn(from: string): { senderName: string; senderAddress: string } {
  const at = from.lastIndexOf('<')
  if (at < 0) return { senderName: '', senderAddress: from }
  const unquoted = from.slice(0, at).trim().replaceAll('"', '')
  return {
    senderName: unquoted,
    senderAddress: from
      .slice(at + 1)
      .replace('>', '')
      .trim(),
  }
}
