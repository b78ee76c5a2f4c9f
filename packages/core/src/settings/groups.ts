import type * as v from 'valibot'
import { BusinessSettings, defaultBusiness } from './business.ts'
import { DataSettings, defaultData } from './data.ts'
import { defaultMail } from './default-mail.ts'
import { MailSettings } from './mail.ts'
import { defaultShopTexts } from './default-shop-texts.ts'
import { ShopTexts } from './shop-texts.ts'
import { defaultTimeZone, TimeZoneSettings } from './time-zone.ts'

/** Every group of settings that is saved as one, with its schema, its defaults, and the names of its fields. */
export const settingGroups = {
  business: {
    schema: BusinessSettings,
    defaults: defaultBusiness,
    labels: {
      name: 'Shop name',
      tradingName: 'Trading name',
      tradingAddress: 'Address',
      supportEmail: 'Support email',
      deliveryHours: 'Delivery promise',
      replyHours: 'Reply promise',
    },
  },
  shop: {
    schema: ShopTexts,
    defaults: defaultShopTexts,
    labels: { reviews: 'Reviews', faq: 'FAQ', promo: 'Promo block', banner: 'Banner' },
  },
  mail: {
    schema: MailSettings,
    defaults: defaultMail,
    labels: {
      summaryIsOn: 'Daily summary',
      summaryTo: 'Recipient of the summary',
      summaryTime: 'Time of the summary',
      texts: 'Email texts',
      'texts.confirmation': 'Confirmation email',
      'texts.fulfillment': 'Fulfillment email',
      'texts.evidence': 'Evidence email',
      'texts.refund_failed': 'Failed refund email',
      'texts.links': 'Email with links',
    },
  },
  data: {
    schema: DataSettings,
    defaults: defaultData,
    labels: {
      fileRetentionDays: 'Days that files of finished orders are kept',
      unpaidFileHours: 'Hours that files of unpaid orders are kept',
    },
  },
  timeZone: {
    schema: TimeZoneSettings,
    defaults: defaultTimeZone,
    labels: { timeZone: 'Time zone' },
  },
} as const

export type GroupName = keyof typeof settingGroups

/** The values of every group. */
export type SettingValues = { [Name in GroupName]: v.InferOutput<(typeof settingGroups)[Name]['schema']> }

/** The names of all groups. */
export const groupNames = Object.keys(settingGroups) as GroupName[]
