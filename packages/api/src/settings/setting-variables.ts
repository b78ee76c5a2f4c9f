import { readFileSync } from 'node:fs'
import { defaultMailTexts } from '@priormark/core/settings/mail-texts'
import { settingGroups, type GroupName } from '@priormark/core/settings/groups'
import { LegalText, type LegalDocument } from '@priormark/core/settings/legal'
import * as v from 'valibot'
import { variable, type VariableDocs } from '../platform/config/variable.ts'

/** A field that an environment variable sets, so that it cannot be changed. */
export interface SettingOverride {
  /** 'legal': the fields are the legal documents. */
  group: GroupName | 'legal'
  field: string
  variable: string
  value: unknown
}

const business = settingGroups.business.schema.entries
const mail = settingGroups.mail.schema.entries
const data = settingGroups.data.schema.entries
const backup = settingGroups.backup.schema.entries
const timeZone = settingGroups.timeZone.schema.entries

/** Declares a variable that sets the value of a setting, by the same rules as in the admin. */
function setting<Value>(
  schema: v.GenericSchema<unknown, Value>,
  read: (text: string) => unknown,
  docs: Omit<VariableDocs, 'default'>,
) {
  return variable(
    v.pipe(
      v.string(),
      v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
        const result = parseSetting(schema, read, dataset.value)
        if ('value' in result) return result.value
        addIssue(result)
        return NEVER
      }),
    ),
    { ...docs, default: 'the value under Settings in the admin' },
  )
}

const text = (schema: v.GenericSchema<string, string>, description: string) =>
  setting(schema, (value) => value, { description })

const number = (schema: v.GenericSchema<number, number>, unit: string, description: string) =>
  setting(schema, (value) => (/^\d{1,9}$/.test(value) ? Number(value) : value), { unit, description })

/** Declares a variable with the path of a JSON file that contains some of the texts of a schema. */
const file = <Texts extends object>(schema: v.GenericSchema<unknown, Texts>, description: string) =>
  setting(schema, (path) => JSON.parse(readFileSync(path, 'utf8')) as unknown, { description })

/** Declares a variable with the path of a file that contains a legal text. */
const legalFile = (description: string) =>
  setting(LegalText, (path) => readFileSync(path, 'utf8'), { description })

/** Returns the value of a variable, or a message that continues the variable's name in a sentence. */
function parseSetting<Value>(
  schema: v.GenericSchema<unknown, Value>,
  read: (text: string) => unknown,
  text: string,
): { value: Value } | { message: string } {
  let value: unknown
  try {
    value = read(text)
  } catch {
    return { message: 'must be the path of a file that the server can read, in the right format' }
  }
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return { value: parsed.output }
  const [issue] = parsed.issues
  const fieldPath = v.getDotPath(issue)
  return {
    message: `is not valid: ${fieldPath === null ? '' : `${fieldPath}: `}${uncapitalize(issue.message)}`,
  }
}

function uncapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** The variables that override settings. The admin shows such a setting as set by its variable. */
export const settingVariables = {
  SHOP_NAME: text(business.name, 'The name in the site’s header, titles and emails.'),
  TRADING_NAME: text(business.tradingName, 'The legal name of the business, shown on pages and in emails.'),
  TRADING_ADDRESS: text(
    business.tradingAddress,
    'The business’s postal address on one line, shown on pages and in emails.',
  ),
  SUPPORT_EMAIL: text(
    business.supportEmail,
    'The address that customers write to, shown on pages and in emails.',
  ),
  DELIVERY_HOURS: number(
    business.deliveryHours,
    'hours',
    'The time within which the shop promises to record a new order.',
  ),
  REPLY_HOURS: number(
    business.replyHours,
    'hours',
    'The time within which support promises to reply on working days.',
  ),
  VAT_NUMBER: text(
    business.vatNumber,
    'The business’s VAT number, for receipts. Without one, they say that no VAT is charged.',
  ),
  VAT_PERCENT: number(
    business.vatPercent,
    'percent',
    'The VAT that prices include, if there is a VAT number.',
  ),
  FILE_RETENTION_DAYS: number(
    data.fileRetentionDays,
    'days',
    'How long a customer’s file is kept after its order is completed.',
  ),
  UNPAID_FILE_HOURS: number(
    data.unpaidFileHours,
    'hours',
    'How long the file of a customer who has not paid is kept after the last activity.',
  ),
  UNPAID_MB_PER_NETWORK: number(
    data.unpaidMbPerNetwork,
    'MB',
    'How much space the unpaid files of one network (IPv4 /24, IPv6 /56) may take. An IPv6 /48 gets twice, an IPv4 /16 or IPv6 /32 four times as much. The health page shows the current total.',
  ),
  UNPAID_MB_TOTAL: number(data.unpaidMbTotal, 'MB', 'How much space all unpaid files together may take.'),
  MIN_FREE_DISK_MB: number(
    data.minFreeDiskMb,
    'MB',
    'Uploads are rejected while less disk space is free; paid work continues. Does not apply to a bucket.',
  ),
  ANALYTICS_URL: text(
    data.analyticsUrl,
    'The events address of a Plausible-compatible server that counts visits, only after the visitor consents.',
  ),
  ANALYTICS_SITE: text(
    data.analyticsSite,
    'The site’s name on the analytics server. Without one, it is the host of `PUBLIC_URL`.',
  ),
  SUMMARY_EMAIL: text(
    v.pipe(
      v.string(),
      v.check((value) => value === 'off' || v.is(mail.summaryTo, value), 'Enter an email address, or off'),
    ),
    'Who gets the daily summary (orders, income, health issues). `off` sends none.',
  ),
  SUMMARY_TIME: text(
    mail.summaryTime,
    'When the daily summary is sent, in the shop’s time zone, such as `07:00`.',
  ),
  BACKUP_SCHEDULE: text(
    backup.schedule,
    'When the server makes backups: `off`, `daily`, `weekly` (on Sundays), or `elsewhere` if another program makes them.',
  ),
  BACKUP_TIME: text(backup.time, 'When the server makes backups, in the shop’s time zone, such as `03:00`.'),
  BACKUP_KEEP: number(
    backup.keptCount,
    'backups',
    'How many of its backups the server keeps. It deletes older ones.',
  ),
  TIME_ZONE: text(
    timeZone.timeZone,
    'The time zone in which the admin shows dates and counts days, such as `Europe/London`.',
  ),
  SHOP_TEXTS_FILE: file(
    v.partial(v.strictObject(settingGroups.shop.schema.entries)),
    'The path of a JSON file with any of `reviews`, `faq`, `promo` and `banner`, as `GET /api/admin/settings` returns them under `shop.values`.',
  ),
  TERMS_FILE: legalFile(
    'The path of a text file with the terms, in the markup of the settings. If the text has changed when the server starts, the server publishes it as a new version dated that day.',
  ),
  PRIVACY_FILE: legalFile(
    'The path of a text file with the privacy page, which is published in the same way.',
  ),
  MAIL_TEXTS_FILE: file(
    v.partial(v.strictObject(mail.texts.entries)),
    'The path of a JSON file with any of `confirmation`, `fulfillment`, `evidence`, `refund`, `refund_failed` and `links`, as `GET /api/admin/settings` returns them under `mail.values.texts`. The other emails have their default texts.',
  ),
}

type SettingVariables = v.InferOutput<v.ObjectSchema<typeof settingVariables, undefined>>

/** The group and field of each variable that sets a single field. */
const fieldVariables = [
  ['SHOP_NAME', 'business', 'name'],
  ['TRADING_NAME', 'business', 'tradingName'],
  ['TRADING_ADDRESS', 'business', 'tradingAddress'],
  ['SUPPORT_EMAIL', 'business', 'supportEmail'],
  ['DELIVERY_HOURS', 'business', 'deliveryHours'],
  ['REPLY_HOURS', 'business', 'replyHours'],
  ['VAT_NUMBER', 'business', 'vatNumber'],
  ['VAT_PERCENT', 'business', 'vatPercent'],
  ['FILE_RETENTION_DAYS', 'data', 'fileRetentionDays'],
  ['UNPAID_FILE_HOURS', 'data', 'unpaidFileHours'],
  ['UNPAID_MB_PER_NETWORK', 'data', 'unpaidMbPerNetwork'],
  ['UNPAID_MB_TOTAL', 'data', 'unpaidMbTotal'],
  ['MIN_FREE_DISK_MB', 'data', 'minFreeDiskMb'],
  ['ANALYTICS_URL', 'data', 'analyticsUrl'],
  ['ANALYTICS_SITE', 'data', 'analyticsSite'],
  ['SUMMARY_TIME', 'mail', 'summaryTime'],
  ['BACKUP_SCHEDULE', 'backup', 'schedule'],
  ['BACKUP_TIME', 'backup', 'time'],
  ['BACKUP_KEEP', 'backup', 'keptCount'],
  ['TIME_ZONE', 'timeZone', 'timeZone'],
] as const satisfies readonly [keyof SettingVariables, SettingOverride['group'], string][]

/** Returns the settings that the variables override. */
export function settingOverrides(env: SettingVariables): SettingOverride[] {
  const { SUMMARY_EMAIL: summary, MAIL_TEXTS_FILE: mailTexts } = env
  const isSummaryOn = summary === undefined ? undefined : summary !== 'off'
  const overrides: SettingOverride[] = [
    ...fieldVariables.map(([variable, group, field]) => ({ group, field, variable, value: env[variable] })),
    ...Object.entries(env.SHOP_TEXTS_FILE ?? {}).map(([field, value]) => ({
      group: 'shop' as const,
      field,
      variable: 'SHOP_TEXTS_FILE',
      value,
    })),
    { group: 'mail', field: 'summaryIsOn', variable: 'SUMMARY_EMAIL', value: isSummaryOn },
    { group: 'mail', field: 'summaryTo', variable: 'SUMMARY_EMAIL', value: summary === 'off' ? '' : summary },
    { group: 'legal', field: 'terms', variable: 'TERMS_FILE', value: env.TERMS_FILE },
    { group: 'legal', field: 'privacy', variable: 'PRIVACY_FILE', value: env.PRIVACY_FILE },
    {
      group: 'mail',
      field: 'texts',
      variable: 'MAIL_TEXTS_FILE',
      value: mailTexts && { ...defaultMailTexts, ...mailTexts },
    },
  ]
  return overrides.filter(({ value }) => value !== undefined)
}

/** Returns the overridden fields of a group, each with its variable or its value. */
export function overridesOf<Key extends 'variable' | 'value'>(
  overrides: readonly SettingOverride[],
  group: GroupName,
  key: Key,
): Record<string, SettingOverride[Key]> {
  const groupOverrides = overrides.filter((override) => override.group === group)
  return Object.fromEntries(groupOverrides.map((override) => [override.field, override[key]]))
}

/** Returns the legal text that a variable sets, and the name of the variable; null without one. */
export function legalOverrideOf(
  overrides: readonly SettingOverride[],
  document: LegalDocument,
): { variable: string; text: string } | null {
  const file = overrides.find(({ group, field }) => group === 'legal' && field === document)
  return file === undefined ? null : { variable: file.variable, text: v.parse(v.string(), file.value) }
}
