import type { ReactNode } from 'react'
import { Hero } from './Hero.tsx'
import { ProtectNow } from './ProtectNow.tsx'

/** The landing page around its still sections, which the server draws and the browser keeps. */
export function HomePage({ steps, reasons }: { steps: ReactNode; reasons: ReactNode }) {
  return (
    <>
      <Hero />
      {steps}
      <ProtectNow />
      {reasons}
    </>
  )
}
