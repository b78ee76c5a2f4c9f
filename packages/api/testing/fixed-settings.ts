import { backup, groupNames, settingGroups, type Shop } from '@priormark/core/settings/groups'
import { defaultLegal } from '@priormark/core/settings/default-legal'
import { defaultMailTexts } from '@priormark/core/settings/mail-texts'
import { defaultShopTexts } from '@priormark/core/settings/default-shop-texts'
import { createSecretCipher } from '../src/staff/auth/secret-cipher.ts'
import type { EffectiveSettings } from '../src/settings/settings-service.ts'
import type { SettingsSource, ShopSettings } from '../src/settings/shop-settings.ts'

/** What a shop with manual recording and default settings decides. */
export const defaultShopSettings = {
  version: '0',
  policy: { kinds: ['manual'], chains: [], fileRetentionDays: 30, unpaidFileHours: 24, deliveryHours: 48 },
  vat: null,
  analytics: null,
  data: settingGroups.data.defaults,
  timeZone: 'UTC',
  mailTexts: defaultMailTexts,
  promo: defaultShopTexts.promo,
  backup: backup.defaults,
  texts: { ...defaultShopTexts, areSampleReviews: true, legal: defaultLegal },
} as const satisfies Partial<ShopSettings>

/** What services of a shop with default settings are opened with. */
export function effectiveSettings(changed: Partial<EffectiveSettings> = {}): EffectiveSettings {
  const groups = Object.fromEntries(groupNames.map((name) => [name, settingGroups[name].defaults]))
  return { ...groups, unreadable: {}, ...changed } as EffectiveSettings
}

/** The settings of a shop that never change. */
export function fixedSettings(shop: Shop, changed: Partial<ShopSettings> = {}): SettingsSource {
  const settings: ShopSettings = {
    ...defaultShopSettings,
    shop,
    summary: { isOn: true, to: shop.supportEmail, minuteOfDay: 7 * 60 },
    ...changed,
  }
  const services = effectiveSettings()
  return {
    current: async () => settings,
    refresh: async () => settings,
    services: async () => services,
    latestServices: () => services,
    overrides: [],
    cipher: createSecretCipher('a shop that is never stored'),
  }
}
