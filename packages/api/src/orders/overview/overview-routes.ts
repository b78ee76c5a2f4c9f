import { overviewEndpoints } from '@priormark/core/orders/overview/endpoints'
import { route, type AppRouter } from '../../platform/http/route.ts'
import { readMonths, readPeriods } from './overview-service.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'

export function overviewRoutes(router: AppRouter, { settings }: { settings: SettingsSource }): void {
  route(router, overviewEndpoints.read, async ({ em }) => {
    const now = new Date()
    const { timeZone } = await settings.current()
    return {
      periods: await readPeriods(em, now, timeZone),
      months: await readMonths(em, now, timeZone),
    }
  })
}
