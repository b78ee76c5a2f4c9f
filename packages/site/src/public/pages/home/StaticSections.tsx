import { Seal } from '../../../ui/Seal.tsx'
import { usePrice } from '../../orders/use-price.ts'
import { useContent, loadPart } from '../../../rendering/page/page-context.tsx'
import button from '../../platform/layout/button.module.css'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'
import closingCtaStyles from './ClosingCta.module.css'
import faqStyles from './Faq.module.css'
import { HowItWorks } from './HowItWorks.tsx'
import { Reviews } from './Reviews.tsx'
import { sampleSha256 } from './sample-work.ts'
import section from './section.module.css'
import { WhatYouReceive } from './WhatYouReceive.tsx'
import { WhyItWorks } from './WhyItWorks.tsx'
import workTypesStyles from './WorkTypes.module.css'

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

const workTypes = [
  { name: 'Logos and Marketing', examples: 'Marks, campaigns, packaging, slogans' },
  { name: 'Dramatic Works', examples: 'Screenplays, stage plays, choreography' },
  { name: 'Music', examples: 'Songs, stems, lyrics, scores' },
  { name: 'Literature', examples: 'Novels, poems, articles, outlines' },
  { name: 'Education and Training', examples: 'Courses, workbooks, lesson plans' },
  { name: 'Software', examples: 'Source code, game builds, design documents' },
  { name: 'Art Work', examples: 'Illustration, photography, 3D, animation' },
]

/** The kinds of works that can be protected. */
function WorkTypes() {
  return (
    <section className={section.section} aria-labelledby="workTypes-title">
      <div className={workTypesStyles.row}>
        <div className={workTypesStyles.side}>
          <h2 id="workTypes-title" className={section.title}>
            What Can Be Protected
          </h2>
          <p className={section.intro}>
            If it fits in a file, it has a fingerprint. Several files? Drop them in together, and we’ll put
            them in one ZIP, right in your browser. Keep that ZIP.
          </p>
        </div>
        <ul className={workTypesStyles.workTypes}>
          {workTypes.map(({ name, examples }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{examples}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Expandable questions that work without a script. */
function Faq() {
  const { faq } = useContent('home')
  return (
    <section className={section.section} aria-labelledby="faq-title">
      <div className={faqStyles.row}>
        <h2 id="faq-title" className={section.title}>
          Frequently Asked Questions
        </h2>
        <div>
          {faq.map(({ question, answer }) => (
            <details key={question} className={faqStyles.item}>
              <summary>
                {question}
                <svg
                  viewBox="0 0 20 20"
                  width="20"
                  height="20"
                  stroke="currentColor"
                  strokeWidth="2"
                  aria-hidden
                >
                  <path d="M2 10h16" />
                  <path d="M10 2v16" />
                </svg>
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}

/** The call to action at the end of the page. */
function ClosingCta() {
  const price = usePrice()
  return (
    <section className={closingCtaStyles.call} aria-labelledby="closing-title">
      <Seal sha256={sampleSha256} className={closingCtaStyles.seal} />
      <div className={closingCtaStyles.words}>
        <h2 id="closing-title">Put a date on it before you send it.</h2>
        <p>One file, one form, {price}. Then show it to anyone you like.</p>
        <p>
          <SiteLink to="/#protect-now" className={button.primary}>
            Protect your idea
          </SiteLink>
        </p>
      </div>
    </section>
  )
}
