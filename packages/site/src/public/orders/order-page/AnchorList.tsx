import type { ProgressAnchor } from '@priormark/core/orders/order-progress'
import { isRecorded } from './order-labels.ts'
import { anchorName, anchorText } from './order-steps.ts'

/** The anchors of the order's root. */
export function AnchorList({ anchors }: { anchors: readonly ProgressAnchor[] }) {
  const isExtra = anchors.some(isRecorded)
  return (
    <ul className="order-anchors">
      {anchors.map((anchor, index) => (
        <li key={index}>
          <h3>{anchorName(anchor)}</h3>
          <p>{anchorText(anchor, { isExtra })}</p>
          {anchor.link !== null && (
            <p className="order-link">
              <a href={anchor.link} rel="noreferrer">
                {anchor.link}
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
