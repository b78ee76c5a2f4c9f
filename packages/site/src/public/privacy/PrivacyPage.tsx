import page from '../layout/page.module.css'
import { AnalyticsChoice } from '../analytics/AnalyticsChoice.tsx'
import { usePage } from '../page-state.ts'
import { lastUpdated, privacySections } from './privacy-content.ts'

/** Describes the data stored about visitors and customers, and offers the choice about visit counting. */
export function PrivacyPage() {
  const { shop, policy, analytics } = usePage()
  const counterHost = analytics === null ? null : new URL(analytics.url).host
  return (
    <div className={page.page}>
      <h1 className={page.title}>Privacy</h1>
      <p className={page.intro}>Last updated: {lastUpdated}</p>
      <div className={page.sections}>
        {privacySections({ ...shop, counterHost }, policy).map(({ title, paragraphs, items }) => (
          <section key={title}>
            <h2>{title}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {items.length > 0 && (
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
        {analytics && <AnalyticsChoice />}
      </div>
    </div>
  )
}
