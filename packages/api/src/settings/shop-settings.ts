import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import type { SettingValues } from '@priormark/core/settings/groups'
import { legalDocuments, type LegalDocument } from '@priormark/core/settings/legal'
import type { MailTexts } from '@priormark/core/settings/mail-texts'
import { areSamples } from '@priormark/core/settings/shop-texts'
import type { SiteTexts } from '@priormark/core/settings/site-texts'
import type { Shop } from '@priormark/core/settings/shop'
import type { Database } from '../platform/database/database.ts'
import { newestVersions, publishFiles, shownVersion } from './legal-service.ts'
import type { SettingOverride } from './setting-variables.ts'
import { readSettings } from './settings-service.ts'

/** The shop as its settings describe it. */
export interface ShopSettings {
  /** Changes with every change of a setting. */
  version: string
  shop: Shop
  policy: ServicePolicy
  /** The VAT that prices include; null if the business charges none. */
  vat: { number: string; percent: number } | null
  data: SettingValues['data']
  /** The IANA name of the zone in which the admin shows dates and counts days. */
  timeZone: string
  /** The texts of the public pages. */
  texts: SiteTexts
  /** The texts of emails to customers. */
  mailTexts: MailTexts
  /** What the editor inserts into posts. */
  promo: SettingValues['shop']['promo']
  /** The daily summary for the operator. `minuteOfDay` is by the clock of the time zone. */
  summary: { isOn: boolean; to: string; minuteOfDay: number }
}

/** Where everything reads the settings. A change in another process is seen within a second. */
export interface SettingsSource {
  /** Returns the settings, read at most a second ago. If that fails, the last ones. */
  current(): Promise<ShopSettings>
  /** Reads the settings now, for what must not be a second late. */
  refresh(): Promise<ShopSettings>
  overrides: readonly SettingOverride[]
}

/** How long settings count as current after they were read, in milliseconds. */
const isFreshMs = 1_000

interface SettingsDeps {
  database: Database
  overrides: readonly SettingOverride[]
  publicUrl: string
  kinds: ServicePolicy['kinds']
  chains: ServicePolicy['chains']
}

/** Publishes the legal texts of files, reads the settings once and opens their source. */
export async function openSettings(deps: SettingsDeps): Promise<SettingsSource> {
  await publishFiles(deps.database.fork(), deps.overrides)
  let readAt = performance.now()
  let settings = await readShop(deps)
  let reading: Promise<ShopSettings> | null = null

  async function refresh(): Promise<ShopSettings> {
    const startedAt = performance.now()
    const latest = await readShop(deps)
    // A slower, older read must not replace a newer one.
    if (startedAt >= readAt) {
      settings = latest
      readAt = startedAt
    }
    return latest
  }

  return {
    overrides: deps.overrides,
    refresh,
    async current() {
      if (performance.now() - readAt < isFreshMs) return settings
      reading ??= refresh().finally(() => {
        reading = null
      })
      return reading.catch(() => settings)
    },
  }
}

async function readShop({
  database,
  overrides,
  publicUrl,
  kinds,
  chains,
}: SettingsDeps): Promise<ShopSettings> {
  const em = database.fork()
  const { business, shop, mail, data, timeZone } = await readSettings(em, overrides)
  const legal = await newestVersions(em)
  const shownLegal = (document: LegalDocument) =>
    shownVersion(document, legal[document], timeZone.values.timeZone)
  const { deliveryHours, vatNumber, vatPercent, ...trader } = business.values
  return {
    version: [
      ...[business, shop, mail, data, timeZone].map(({ version }) => version),
      ...legalDocuments.map((document) => legal[document]?.number ?? 0),
    ].join('.'),
    shop: { ...trader, publicUrl },
    policy: { kinds, chains, deliveryHours, ...data.values },
    vat: vatNumber === '' ? null : { number: vatNumber, percent: vatPercent },
    data: data.values,
    timeZone: timeZone.values.timeZone,
    texts: {
      faq: shop.values.faq,
      reviews: shop.values.reviews,
      areSampleReviews: areSamples(shop.values.reviews),
      banner: shop.values.banner,
      legal: { terms: shownLegal('terms'), privacy: shownLegal('privacy') },
    },
    mailTexts: mail.values.texts,
    promo: shop.values.promo,
    summary: {
      isOn: mail.values.summaryIsOn,
      to: mail.values.summaryTo === '' ? trader.supportEmail : mail.values.summaryTo,
      minuteOfDay: minutesIn(mail.values.summaryTime),
    },
  }
}

/** Returns the minutes since midnight of a time such as '07:00'. */
function minutesIn(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** What production leaves out of the texts: the sample reviews. */
export function withoutSamples(texts: SiteTexts): SiteTexts {
  return texts.areSampleReviews ? { ...texts, reviews: [], areSampleReviews: false } : texts
}

/** Returns what the operator should replace before going live, one message each. */
export function sampleWarnings({ texts }: Pick<ShopSettings, 'texts'>): string[] {
  if (!texts.areSampleReviews) return []
  return ['The reviews are samples, which production does not show. Enter yours under Settings in the admin.']
}
