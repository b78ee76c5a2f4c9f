import { ClosingCall } from './ClosingCall.tsx'
import { Faq } from './Faq.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { Kinds } from './Kinds.tsx'
import { Reviews } from './Reviews.tsx'
import { WhyItWorks } from './WhyItWorks.tsx'

/** The static sections before the form. Links and <details> work in them without a script. */
export function Steps() {
  return <HowItWorks />
}

/** The static sections after the form. */
export function Reasons() {
  return (
    <>
      <WhyItWorks />
      <Kinds />
      <Reviews />
      <Faq />
      <ClosingCall />
    </>
  )
}
