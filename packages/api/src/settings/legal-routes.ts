import { AppError } from '@priormark/core/platform/errors'
import { defaultLegal } from '@priormark/core/settings/default-legal'
import { legalEndpoints } from '@priormark/core/settings/endpoints'
import { route, type AppRouter } from '../platform/http/route.ts'
import { listVersions, publishVersion } from './legal-service.ts'
import { legalOverrideOf } from './setting-overrides.ts'
import type { SettingsSource } from './shop-settings.ts'

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
    return undefined
  })
}
