import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import type { AnalyticsAddress, SettingValues, Shop } from '@priormark/core/settings/groups'
import { legalDocuments, type LegalDocument } from '@priormark/core/settings/legal'
import type { MailTexts } from '@priormark/core/settings/mail-texts'
import { areSamples } from '@priormark/core/settings/shop-texts'
import type { SiteTexts } from '@priormark/core/settings/site-texts'
import type { Database } from '../platform/database/database.ts'
import { readNewestVersions, publishFiles, pageVersion } from './legal-service.ts'
import { readEffectiveSettings, type EffectiveSettings, type GroupDeps } from './settings-service.ts'

/** The shop as its settings describe it. */
export interface ShopSettings {
  /** Changes with every change of a setting. */
  version: string
  shop: Shop
  policy: ServicePolicy
  /** Where visits are counted after consent; null if they are not counted. */
  analytics: AnalyticsAddress | null
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
  /** The daily summary for the operator. `minuteOfDay` is in the shop's time zone. */
  summary: { isOn: boolean; to: string; minuteOfDay: number }
  backup: SettingValues['backup']
}

export type SettingsSource = Awaited<ReturnType<typeof openSettings>>

/** How long settings count as current after they were read, in milliseconds. */
const freshMs = 1_000

interface SettingsDeps extends GroupDeps {
  database: Database
  publicUrl: string
  /** Returns where works are recorded. Called each time the settings have been read. */
  policyOf: (settings: EffectiveSettings) => Pick<ServicePolicy, 'kinds' | 'chains'>
}

/**
 * Publishes the legal texts of files, reads the settings once and opens their source. A change in another process is seen within a
 * second.
 */
export async function openSettings(deps: SettingsDeps) {
  await publishFiles(deps.database.fork(), deps.overrides)
  let readAt = performance.now()
  let latest = await readAll(deps)
  let pendingRead: Promise<AllSettings> | null = null

  async function read(): Promise<AllSettings> {
    const startedAt = performance.now()
    const settings = await readAll(deps)
    // A slower, older read must not replace a newer one.
    if (startedAt >= readAt) {
      latest = settings
      readAt = startedAt
    }
    return settings
  }

  async function readIfOutdated(): Promise<AllSettings> {
    if (performance.now() - readAt < freshMs) return latest
    pendingRead ??= read().finally(() => {
      pendingRead = null
    })
    return pendingRead.catch(() => latest)
  }

  return {
    overrides: deps.overrides,
    cipher: deps.cipher,
    /** Reads the settings now, for callers that need the newest ones. */
    refresh: async () => (await read()).shop,
    /** Returns the settings as they were at most a second ago, or the last ones that could be read. */
    current: async () => (await readIfOutdated()).shop,
    /** Returns all groups with their secrets, as new as those of `current`. Services are opened with them. */
    services: async () => (await readIfOutdated()).services,
    /** Returns the groups as they were last read, for callers that cannot wait. */
    latestServices: () => latest.services,
  }
}

interface AllSettings {
  shop: ShopSettings
  services: EffectiveSettings
}

async function readAll(deps: SettingsDeps): Promise<AllSettings> {
  const { publicUrl } = deps
  const em = deps.database.fork()
  const { settings, versions } = await readEffectiveSettings(em, deps)
  const legal = await readNewestVersions(em)
  const { business, shop, mail, data, backup } = settings
  const { timeZone } = settings.timeZone
  const legalText = (document: LegalDocument) => pageVersion(document, legal[document], timeZone)
  const { deliveryHours, vatNumber, vatPercent, ...businessDetails } = business
  const { fileRetentionDays, unpaidFileHours } = data
  const shopSettings: ShopSettings = {
    version: [...versions, ...legalDocuments.map((document) => legal[document]?.number ?? 0)].join('.'),
    shop: { ...businessDetails, publicUrl },
    policy: { ...deps.policyOf(settings), deliveryHours, fileRetentionDays, unpaidFileHours },
    analytics: analyticsAddress(data, publicUrl),
    vat: vatNumber === '' ? null : { number: vatNumber, percent: vatPercent },
    data,
    timeZone,
    texts: {
      faq: shop.faq,
      reviews: shop.reviews,
      areSampleReviews: areSamples(shop.reviews),
      banner: shop.banner,
      legal: { terms: legalText('terms'), privacy: legalText('privacy') },
    },
    mailTexts: mail.texts,
    promo: shop.promo,
    summary: {
      isOn: mail.summaryIsOn,
      to: mail.summaryTo === '' ? businessDetails.supportEmail : mail.summaryTo,
      minuteOfDay: minuteOfDay(mail.summaryTime),
    },
    backup,
  }
  return { shop: shopSettings, services: settings }
}

/** Returns where visits are counted; null if they are not counted. */
export function analyticsAddress(
  { analyticsUrl: url, analyticsSite }: SettingValues['data'],
  publicUrl: string,
): AnalyticsAddress | null {
  return url === '' ? null : { url, site: analyticsSite || new URL(publicUrl).hostname }
}

/** Returns the minutes from midnight to a time such as '07:00'. */
function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns the texts without sample reviews, which production does not show. */
export function withoutSamples(texts: SiteTexts): SiteTexts {
  return texts.areSampleReviews ? { ...texts, reviews: [], areSampleReviews: false } : texts
}

/** Returns what the operator should replace before going live, one message each. */
export function sampleWarnings({ texts }: Pick<ShopSettings, 'texts'>): string[] {
  if (!texts.areSampleReviews) return []
  return ['The reviews are samples, which production does not show. Enter yours under Settings in the admin.']
}
