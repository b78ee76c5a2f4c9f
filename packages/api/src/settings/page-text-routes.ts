import { pageTextEndpoints } from '@priormark/core/settings/public-endpoints'
import { homeContent, legalContent, type SiteTexts } from '@priormark/core/settings/site-texts'
import type { PageFacts } from '@priormark/core/settings/page-values'
import { route, type AppRouter } from '../platform/http/route.ts'
import type { Em } from '../platform/database/database.ts'

/** @param read returns the texts of the site, and what their placeholders stand for */
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
