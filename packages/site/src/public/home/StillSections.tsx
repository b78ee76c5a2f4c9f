import { ClosingCall } from './ClosingCall.tsx'
import { Faq } from './Faq.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { Kinds } from './Kinds.tsx'
import { Reviews } from './Reviews.tsx'
import { WhyItWorks } from './WhyItWorks.tsx'

/** What comes before the form. Links and <details> in still sections work by themselves. */
export function Steps() {
  return <HowItWorks />
}

/** What comes after the form. */
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
