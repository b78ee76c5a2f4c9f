import { useEffect } from 'react'

/** The page that this visit began with. */
const begunAt = location.pathname + location.search

/** What the server drew into an element, read before anything can change it; null where it drew none. */
export function drawnHtml(id: string): string | null {
  return document.getElementById(id)?.innerHTML ?? null
}

/** Whether what the server drew is of the page in the address bar: only the page that the visit began with is here. */
export function isDrawn(html: string | null): html is string {
  return html !== null && location.pathname + location.search === begunAt
}

/** The blog is drawn by the server alone. Who comes back to another page of it by the browser's history loads it. */
export function LoadPage() {
  useEffect(() => location.reload(), [])
  return null
}
