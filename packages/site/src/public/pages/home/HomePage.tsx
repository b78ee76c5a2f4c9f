import { Island } from '../../platform/Island.tsx'
import { Hero } from './Hero.tsx'
import { ProtectNow } from './ProtectNow.tsx'

/** The landing page: interactive parts between static sections. */
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
