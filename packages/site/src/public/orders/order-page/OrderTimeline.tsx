import { Moment } from './Deadline.tsx'
import type { TimelineStep } from './order-steps.ts'

const spoken: Record<TimelineStep['state'], string> = {
  done: 'done',
  now: 'in progress',
  ahead: 'not started',
}

/** The steps of an order with their states. */
export function OrderTimeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="order-steps">
      {steps.map(({ title, text, doneAt, state }, index) => (
        <li key={index} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" aria-hidden>
            <circle cx="12" cy="12" r="9" />
            {state === 'done' && <path d="M7.5 12.5l3 3 6-6.5" />}
            {state === 'now' && <circle cx="12" cy="12" r="3.5" fill="currentColor" stroke="none" />}
          </svg>
          <h3>
            {title}
            <span className="visually-hidden">, {spoken[state]}</span>
          </h3>
          <p>{doneAt === undefined ? text : <Moment iso={doneAt} />}</p>
        </li>
      ))}
    </ol>
  )
}
