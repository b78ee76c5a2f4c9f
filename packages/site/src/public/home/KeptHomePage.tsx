import type { ComponentType } from 'react'
import { lazyPart } from '../lazy-part.ts'
import { HomePage } from './HomePage.tsx'
import { reasonsId, stepsId } from './still-ids.ts'

const Steps = lazyPart(async () => (await import('./StillSections.tsx')).Steps)
const Reasons = lazyPart(async () => (await import('./StillSections.tsx')).Reasons)

/** What the server drew, read before anything can change it; null where this visit began on another page. */
const drawn: Record<string, string | null> = {
  [stepsId]: drawnHtml(stepsId),
  [reasonsId]: drawnHtml(reasonsId),
}

/** The landing page in the browser: its still sections stay as the server drew them, and their code is not loaded. */
export function KeptHomePage() {
  return (
    <HomePage
      steps={<Kept id={stepsId} Section={Steps} />}
      reasons={<Kept id={reasonsId} Section={Reasons} />}
    />
  )
}

function Kept({ id, Section }: { id: string; Section: ComponentType }) {
  const html = drawn[id]
  if (typeof html === 'string') return <div id={id} dangerouslySetInnerHTML={{ __html: html }} />
  // Suspends the whole page: a link from another page to one of its sections must find it there.
  return (
    <div id={id}>
      <Section />
    </div>
  )
}

function drawnHtml(id: string): string | null {
  return document.getElementById(id)?.innerHTML ?? null
}
