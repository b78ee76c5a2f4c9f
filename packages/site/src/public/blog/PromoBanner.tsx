import { RegistrationMark } from '../../ui/RegistrationMark.tsx'
import button from '../layout/button.module.css'
import { protectId } from './PostPage.tsx'

/** The banner in longer posts; its button scrolls to the form at the end. */
export function PromoBanner() {
  return (
    <aside className="promo-banner" data-ink aria-labelledby="promo-banner-title">
      <RegistrationMark className="promo-banner-mark" filledQuarters={3} />
      <div>
        <p id="promo-banner-title" className="promo-banner-title">
          Protect Your Idea With Blockchain
        </p>
        <p>Record the fingerprint of your work before you send it to anyone. It takes under 5 minutes.</p>
      </div>
      <a href={`#${protectId}`} className={button.small}>
        Protect your idea
      </a>
    </aside>
  )
}
