import * as v from 'valibot'
import { defaultMailTexts, type MailTextKind, MailTexts } from './mail-texts.ts'
import { defaultShopTexts } from './default-shop-texts.ts'
import { ShopTexts } from './shop-texts.ts'
import { maxEmailLength, maxTimeZoneLength } from '../platform/limits.ts'
import { field, group, line, OptionalEmail, optionalLine, TimeOfDay, wholeNumber } from './fields.ts'
import { isTimeZone } from '../platform/dates.ts'
import { mailServer, payments, recording } from './services.ts'

/** Whether a value is an object with fields, such as the texts of an email, rather than an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The time zone in which the admin shows dates and counts days. */
const timeZone = group({
  timeZone: field(
    v.pipe(
      line(maxTimeZoneLength, 'Choose a time zone'),
      v.check(isTimeZone, 'Choose a time zone of the list, such as Europe/London'),
    ),
    'UTC',
    'Time zone',
  ),
})

/** The texts of emails to customers, and the daily summary for the operator. */
const mail = group({
  summaryIsOn: field(v.boolean(), true, 'Daily summary'),
  /** '' is the support address. */
  summaryTo: field(OptionalEmail, '', 'Recipient of the summary'),
  /** By the clock of the shop’s time zone, such as '07:00'. */
  summaryTime: field(TimeOfDay, '07:00', 'Time of the summary'),
  texts: field(MailTexts, defaultMailTexts, 'Email texts'),
})
export type MailSettings = v.InferOutput<typeof mail.schema>

const Megabytes = wholeNumber(1, 100_000_000)

/** How long customers’ files are kept, how much those of visitors who have not paid may take, and where visits are counted. */
const data = group({
  /** After an order is complete or refunded. */
  fileRetentionDays: field(wholeNumber(0, 36_500), 30, 'Days that files of finished orders are kept'),
  /** After the last activity of a visitor who does not pay. */
  unpaidFileHours: field(wholeNumber(1, 8_760), 24, 'Hours that files of unpaid orders are kept'),
  /** For one network. */
  unpaidMbPerNetwork: field(Megabytes, 2_000, 'MB of unpaid files of one network'),
  unpaidMbTotal: field(Megabytes, 20_000, 'MB of all unpaid files'),
  /** Uploads are rejected while less disk space is free. */
  minFreeDiskMb: field(wholeNumber(0, 100_000_000), 1_000, 'MB of free disk space'),
  /** Receives Plausible’s events; '' if visits are not counted. */
  analyticsUrl: field(
    v.pipe(
      optionalLine(500),
      v.check(
        (address) =>
          address === '' || (/^https?:/i.test(address) && v.is(v.pipe(v.string(), v.url()), address)),
        'Enter an address that begins with https:// or http://, or leave it empty',
      ),
    ),
    '',
    'Analytics address',
  ),
  /** The name of the site there; '' is the host of the public address. */
  analyticsSite: field(optionalLine(255), '', 'Name of the site in the analytics'),
})
export type DataSettings = v.InferOutput<typeof data.schema>

/** When backups are made: `weekly` on Sundays; `elsewhere` by another program, of which the shop sees nothing. */
export const backupSchedules = ['off', 'daily', 'weekly', 'elsewhere'] as const
export type BackupSchedule = (typeof backupSchedules)[number]

/** When the shop makes backups, and how many it keeps. */
export const backup = group({
  schedule: field(
    v.picklist(backupSchedules, 'must be off, daily, weekly or elsewhere'),
    'off',
    'Schedule of backups',
  ),
  /** By the clock of the shop’s time zone, such as '03:00'. */
  time: field(TimeOfDay, '03:00', 'Time of backups'),
  /** Older ones are deleted. */
  keptCount: field(wholeNumber(1, 365), 14, 'Number of backups that are kept'),
})
export type BackupSettings = v.InferOutput<typeof backup.schema>

/** Where visits are counted after consent: a URL that receives Plausible's events, and the site's name there. */
export interface AnalyticsAddress {
  url: string
  site: string
}

/** The trader's name and address if none are set. */
export const sampleTrader = 'Priormark, a sole trader'
export const sampleAddress = '1 Example Street, London, United Kingdom'

/** Who runs the shop, and what it promises. */
const business = group({
  name: field(line(100, 'Enter the name of the shop'), 'Priormark', 'Shop name'),
  tradingName: field(line(200, 'Enter the legal name of the business'), sampleTrader, 'Trading name'),
  tradingAddress: field(line(500, 'Enter the postal address of the business'), sampleAddress, 'Address'),
  supportEmail: field(
    v.pipe(
      line(maxEmailLength, 'Enter the email address that customers write to'),
      v.email('Enter an email address, such as help@example.org'),
    ),
    'support@priormark.example',
    'Support email',
  ),
  /** New orders are recorded within this many hours. */
  deliveryHours: field(wholeNumber(1, 720), 48, 'Delivery promise'),
  /** Support replies to customers within this many hours on working days. */
  replyHours: field(wholeNumber(1, 720), 48, 'Reply promise'),
  /** On receipts; '' for a business that charges no VAT. */
  vatNumber: field(optionalLine(30), '', 'VAT number'),
  /** The share of VAT that prices include, if there is a number. */
  vatPercent: field(wholeNumber(0, 50), 20, 'VAT rate'),
})
type BusinessSettings = v.InferOutput<typeof business.schema>

/** Who runs the shop, as pages and emails show it. Another trader sets these and runs the same software. */
export interface Shop extends Pick<
  BusinessSettings,
  'name' | 'supportEmail' | 'tradingName' | 'tradingAddress' | 'replyHours'
> {
  /** The site's public origin, without a slash at the end. */
  publicUrl: string
}

/** Who sold something, as the receipt shows it. */
export type Trader = Pick<Shop, 'name' | 'supportEmail' | 'tradingName' | 'tradingAddress'>

/** Every group of settings that is saved as one, with its schema, its defaults, and the names of its fields. */
export const settingGroups = {
  business,
  shop: {
    schema: ShopTexts,
    defaults: defaultShopTexts,
    labels: { reviews: 'Reviews', faq: 'FAQ', promo: 'Promo block', banner: 'Banner' } satisfies Record<
      keyof ShopTexts,
      string
    >,
  },
  mail: {
    ...mail,
    labels: {
      ...mail.labels,
      'texts.confirmation': 'Confirmation email',
      'texts.fulfillment': 'Fulfillment email',
      'texts.evidence': 'Evidence email',
      'texts.refund': 'Refund email',
      'texts.refund_failed': 'Failed refund email',
      'texts.links': 'Email with links',
    } satisfies Record<`texts.${MailTextKind}`, string>,
  },
  data,
  backup,
  timeZone,
  mailServer,
  payments,
  recording,
} as const

export type GroupName = keyof typeof settingGroups

/** The values of every group. */
export type SettingValues = { [Name in GroupName]: v.InferOutput<(typeof settingGroups)[Name]['schema']> }

/** The names of all groups. */
export const groupNames = Object.keys(settingGroups) as GroupName[]

/** The fields that are encrypted in the database and never sent to a browser. */
export const secretFields: {
  readonly [Name in GroupName]?: readonly (keyof SettingValues[Name] & string)[]
} = {
  mailServer: ['password'],
  payments: ['secretKey', 'webhookSecret'],
  recording: ['evmRpcUrls', 'evmPrivateKey'],
}
