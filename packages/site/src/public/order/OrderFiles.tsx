import type { OrderProgress } from '@priormark/core/orders/order-progress'
import button from '../layout/button.module.css'
import { orderFiles } from './order-files.ts'

/** What can be taken along, and where it is checked. */
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
            Anyone can <a href="/verify">check it on this site</a>, or with the page in the evidence, which
            needs no network. Nothing of your file leaves the browser.
          </p>
        </>
      ) : (
        <p>
          {order.isRefunded
            ? 'There is none for this order.'
            : 'It can be downloaded here once your fingerprint is sealed under a root: a certificate, the proof, and a page that checks both without a network.'}
        </p>
      )}
    </section>
  )
}
