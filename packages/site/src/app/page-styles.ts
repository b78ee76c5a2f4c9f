import type { PageStyles } from '@priormark/core/pages/site-server'

/** Defined by scripts/build.ts. */
declare const PAGE_STYLES: PageStyles

/** Null in development, where Vite inserts the style sheets. */
export const pageStyles = typeof PAGE_STYLES === 'undefined' ? null : PAGE_STYLES
