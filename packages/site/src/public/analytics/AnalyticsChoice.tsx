import { ChoiceButtons } from './ChoiceButtons.tsx'
import { useVisitChoice, type VisitChoice } from './visit-choice.ts'

const choiceTexts: Record<VisitChoice, string> = {
  unknown: 'You can change your answer at any time.',
  unasked: 'You have not answered yet, so nothing is counted.',
  accepted: 'You accepted: your visits are counted. You can change that at any time.',
  declined: 'You declined: your visits are not counted. You can change that at any time.',
  refused: 'Your browser asks by Global Privacy Control not to be counted, and is not.',
}

/** Where a visitor sees and changes whether visits are counted. */
export function AnalyticsChoice() {
  const choice = useVisitChoice((store) => store.choice)
  return (
    <section id="visits" aria-labelledby="visits-title" data-hydrate-now>
      <h2 id="visits-title">Your answer about counting visits</h2>
      <p aria-live="polite">{choiceTexts[choice]}</p>
      {choice !== 'refused' && <ChoiceButtons />}
    </section>
  )
}
