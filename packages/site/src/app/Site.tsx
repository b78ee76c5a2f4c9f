import { Suspense, type ComponentType } from 'react'
import { Route, Routes } from 'react-router-dom'
import { Layout } from '../public/layout/Layout.tsx'
import { PageProvider } from '../public/page-context.ts'
import type { PageData } from '@priormark/core/site/site-server'
import type { PageName } from './page-names.ts'
import { RouteEffects } from './RouteEffects.tsx'

export type Pages = Record<PageName, ComponentType>

interface SiteProps {
  data: PageData
  /** The server has them all; the browser has the one it shows and loads others when they are visited. */
  pages: Pages
  /** Called once every part answers to clicks and keys. */
  onHydrated?: () => void
}

/** The public site, the same tree on the server and in the browser, inside whatever router it is given. */
export function Site({ data, pages, onHydrated }: SiteProps) {
  return (
    <PageProvider value={data}>
      <Layout>
        <Suspense>
          <Routes>
            <Route path="/" Component={pages.home} />
            <Route path="/checkout" Component={pages.checkout} />
            <Route path="/success" Component={pages.success} />
            <Route path="/terms" Component={pages.terms} />
            <Route path="/privacy" Component={pages.privacy} />
            <Route path="/verify" Component={pages.verify} />
            <Route path="/order/:key" Component={pages.order} />
            <Route path="/blog" Component={pages.blog} />
            <Route path="/blog/:slug" Component={pages['blog-post']} />
            <Route path="/blog/test/post" Component={pages['blog-post']} />
            <Route path="/blog/preview/:token" Component={pages['blog-post']} />
            <Route path="*" Component={pages['not-found']} />
          </Routes>
          <RouteEffects onHydrated={onHydrated} />
        </Suspense>
      </Layout>
    </PageProvider>
  )
}
