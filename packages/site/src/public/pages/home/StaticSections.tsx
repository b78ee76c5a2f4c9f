import { loadPart } from '../../platform/load-part.tsx'
import { ClosingCta } from './ClosingCta.tsx'
import { Faq } from './Faq.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { WorkTypes } from './WorkTypes.tsx'
import { Reviews } from './Reviews.tsx'
import { WhatYouReceive } from './WhatYouReceive.tsx'
import { WhyItWorks } from './WhyItWorks.tsx'

/** The static sections before the form. Links and <details> work in them without a script. */
export function Steps() {
  return (
    <>
      <HowItWorks />
      <WhatYouReceive />
    </>
  )
}

/** Loads the static sections after the form. */
export const loadReasons = () => loadPart(Reasons, 'home', '/api/page-texts/home')

function Reasons() {
  return (
    <>
      <WhyItWorks />
      <WorkTypes />
      <Reviews />
      <Faq />
      <ClosingCta />
    </>
  )
}
