import type { GroupName, SettingValues } from '@priormark/core/settings/groups'
import { legalEndpoints, settingsEndpoints } from '@priormark/core/settings/endpoints'
import { route, type AppRouter, type Call } from '../platform/http/route.ts'
import { changeSettings, readSettings } from './settings-service.ts'
import type { SettingsSource } from './shop-settings.ts'
import { AppError } from '@priormark/core/platform/errors'
import { defaultLegal } from '@priormark/core/settings/default-legal'
import { listVersions, publishVersion } from './legal-service.ts'
import { legalOverrideOf } from './setting-variables.ts'
import { pageTextEndpoints } from '@priormark/core/settings/public-endpoints'
import {
  homeContent,
  legalContent,
  type SiteTexts,
  type PageFacts,
} from '@priormark/core/settings/site-texts'
import type { Em } from '../platform/database/database.ts'

/** A call that changes a group. */
interface ChangeCall<Name extends GroupName> extends Pick<
  Call<(typeof settingsEndpoints)['business']>,
  'em' | 'admin' | 'address'
> {
  body: { version: number; values: SettingValues[Name] }
}

export function settingsRoutes(router: AppRouter, { settings }: { settings: SettingsSource }): void {
  async function changeGroup<Name extends GroupName>(group: Name, call: ChangeCall<Name>) {
    const { em, body, admin, address } = call
    const view = await changeSettings(em, settings, { group, ...body, actor: admin.username, address })
    await settings.refresh()
    return view
  }

  route(router, settingsEndpoints.read, ({ em }) => readSettings(em, settings))
  route(router, settingsEndpoints.promo, async () => (await settings.current()).promo)
  route(router, settingsEndpoints.business, (call) => changeGroup('business', call))
  route(router, settingsEndpoints.shop, (call) => changeGroup('shop', call))
  route(router, settingsEndpoints.mail, (call) => changeGroup('mail', call))
  route(router, settingsEndpoints.data, (call) => changeGroup('data', call))
  route(router, settingsEndpoints.backup, (call) => changeGroup('backup', call))
  route(router, settingsEndpoints.timeZone, (call) => changeGroup('timeZone', call))
}

export function legalRoutes(router: AppRouter, { settings }: { settings: SettingsSource }): void {
  route(router, legalEndpoints.list, async ({ em, params: { document } }) => {
    const versions = await listVersions(em, document)
    return {
      variable: legalOverrideOf(settings.overrides, document)?.variable ?? null,
      versions: versions.map(({ number, text, publishedAt, publishedBy }) => ({
        number,
        text: text ?? defaultLegal[document].text,
        isDefault: text === null,
        publishedAt: publishedAt.toISOString(),
        publishedBy,
      })),
    }
  })

  route(router, legalEndpoints.publish, async ({ em, params: { document }, body, admin, address }) => {
    const override = legalOverrideOf(settings.overrides, document)
    if (override !== null) {
      throw new AppError('conflict', `This text is set by the environment variable ${override.variable}`)
    }
    await publishVersion(em, { document, ...body, actor: admin.username, address })
    await settings.refresh()
  })
}

/** @param read returns the texts of the site, and the facts for their placeholders */
export function pageTextRoutes(
  router: AppRouter,
  { read }: { read: (em: Em) => Promise<{ texts: SiteTexts; facts: PageFacts }> },
): void {
  route(router, pageTextEndpoints.home, async ({ em }) => {
    const { texts, facts } = await read(em)
    const { reviews, ...content } = homeContent(texts, facts)
    return { ...content, reviews: [...reviews] }
  })

  route(router, pageTextEndpoints.legal, async ({ em, params }) => {
    const { texts, facts } = await read(em)
    return legalContent(texts.legal[params.document], facts)
  })
}
