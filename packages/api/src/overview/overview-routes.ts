import { overviewEndpoints } from '@priormark/core/overview/endpoints'
import { route, type AppRouter } from '../http/route.ts'
import { readMonths, readPeriods } from './overview-service.ts'

export function overviewRoutes(router: AppRouter): void {
  route(router, overviewEndpoints.read, async ({ em }) => {
    const now = new Date()
    return { periods: await readPeriods(em, now), months: await readMonths(em, now) }
  })
}
