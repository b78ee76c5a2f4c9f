import { usePrice } from '../use-price.ts'
import { protectTitleId } from './PostPage.tsx'

/** The text next to the form at the end of a post. Only rendered on the server. */
export function ProtectSide() {
  const price = usePrice()
  return (
    <>
      <h2 id={protectTitleId}>Protect your own work</h2>
      <p className="protect-price">
        {price} <span>paid once</span>
      </p>
      <p>
        Upload the file and describe it. We record its fingerprint and your project details, never the file
        itself. Your verification link arrives by email within 24-48 hours of payment.
      </p>
    </>
  )
}
