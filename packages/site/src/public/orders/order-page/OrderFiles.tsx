import type { OrderProgress } from '@priormark/core/orders/order-progress'
import button from '../../platform/layout/button.module.css'
import { orderFiles } from './order-files.ts'

/** The downloads of an order. */
export function OrderFiles({ orderKey, order }: { orderKey: string; order: OrderProgress }) {
  return (
    <section className="order-files" aria-labelledby="order-files">
      <h2 id="order-files">Your evidence</h2>
      {order.hasEvidence ? (
        <>
          <ul>
            {orderFiles(orderKey).map(({ path, name, text }, index) => (
              <li key={path}>
                <a href={path} download className={index === 0 ? button.primary : button.secondary}>
                  {name}
                </a>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          <p>
            Anyone can <a href="/verify">check it on this site</a>, or offline with the page in the evidence.
            Your file never leaves the browser.
          </p>
        </>
      ) : (
        <p>
          {order.stopped !== null
            ? 'There is no evidence for this order.'
            : 'You can download it here once your work is in a batch: a certificate, the proof, and a page that checks both offline.'}
        </p>
      )}
    </section>
  )
}
