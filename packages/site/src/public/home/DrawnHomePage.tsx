import { HomePage } from './HomePage.tsx'
import { reasonsId, stepsId } from './still-ids.ts'
import { Reasons, Steps } from './StillSections.tsx'

/** The landing page with all its sections, as the server draws it. */
export function DrawnHomePage() {
  return (
    <HomePage
      steps={
        <div id={stepsId}>
          <Steps />
        </div>
      }
      reasons={
        <div id={reasonsId}>
          <Reasons />
        </div>
      }
    />
  )
}
