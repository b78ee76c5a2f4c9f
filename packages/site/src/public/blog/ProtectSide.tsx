import { publicText } from '@priormark/core/settings/policy/publicity-texts'
import { linkText } from '@priormark/core/settings/policy/recording-texts'
import { usePage } from '../../rendering/page/page-context.tsx'
import { usePrice } from '../orders/use-price.ts'
import { protectTitleId } from './PostPage.tsx'

/** The text next to the form at the end of a post. Only rendered on the server. */
export function ProtectSide() {
  const price = usePrice()
  const { policy } = usePage()
  return (
    <>
      <h2 id={protectTitleId}>Protect your own work</h2>
      <p className="protect-price">
        {price} <span>paid once</span>
      </p>
      <p>
        Upload the file and describe it. {publicText} {linkText(policy)}
      </p>
    </>
  )
}
