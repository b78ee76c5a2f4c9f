import { Island } from '../Island.tsx'
import { Hero } from './Hero.tsx'
import { ProtectNow } from './ProtectNow.tsx'

/** The landing page: what reacts to the visitor, between sections that do not. */
export function HomePage() {
  return (
    <>
      <Hero />
      <Island id="steps" />
      <ProtectNow />
      <Island id="reasons" />
    </>
  )
}
