import type * as v from 'valibot'
import { BusinessSettings, defaultBusiness } from './business.ts'
import { DataSettings, defaultData } from './data.ts'
import { defaultMailTexts } from './default-mail-texts.ts'
import { MailSettings } from './mail.ts'
import type { MailTextKind } from './mail-texts.ts'
import { defaultShopTexts } from './default-shop-texts.ts'
import { ShopTexts } from './shop-texts.ts'
import { defaultTimeZone, TimeZoneSettings } from './time-zone.ts'

export const defaultMail: MailSettings = {
  summaryIsOn: true,
  summaryTo: '',
  summaryTime: '07:00',
  texts: defaultMailTexts,
}

/** The names of a group's fields, for the audit log. */
type Labels<Values> = Record<keyof Values, string>

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
    } satisfies Labels<BusinessSettings>,
  },
  shop: {
    schema: ShopTexts,
    defaults: defaultShopTexts,
    labels: {
      reviews: 'Reviews',
      faq: 'FAQ',
      promo: 'Promo block',
      banner: 'Banner',
    } satisfies Labels<ShopTexts>,
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
      'texts.refund': 'Refund email',
      'texts.refund_failed': 'Failed refund email',
      'texts.links': 'Email with links',
    } satisfies Labels<MailSettings> & Record<`texts.${MailTextKind}`, string>,
  },
  data: {
    schema: DataSettings,
    defaults: defaultData,
    labels: {
      fileRetentionDays: 'Days that files of finished orders are kept',
      unpaidFileHours: 'Hours that files of unpaid orders are kept',
    } satisfies Labels<DataSettings>,
  },
  timeZone: {
    schema: TimeZoneSettings,
    defaults: defaultTimeZone,
    labels: { timeZone: 'Time zone' } satisfies Labels<TimeZoneSettings>,
  },
} as const

export type GroupName = keyof typeof settingGroups

/** The values of every group. */
export type SettingValues = { [Name in GroupName]: v.InferOutput<(typeof settingGroups)[Name]['schema']> }

/** The names of all groups. */
export const groupNames = Object.keys(settingGroups) as GroupName[]
