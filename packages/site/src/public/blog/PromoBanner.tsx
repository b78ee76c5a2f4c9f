import { RegistrationMark } from '../../ui/RegistrationMark.tsx'
import { useContent } from '../platform/content.ts'
import button from '../platform/layout/button.module.css'
import { protectId } from './PostPage.tsx'

/** The banner in longer posts; its button scrolls to the form at the end. */
export function PromoBanner() {
  const { title, text, button: label } = useContent('banner')
  return (
    <aside className="promo-banner" data-ink aria-labelledby="promo-banner-title">
      <RegistrationMark className="promo-banner-mark" filledQuarters={3} />
      <div>
        <p id="promo-banner-title" className="promo-banner-title">
          {title}
        </p>
        <p>{text}</p>
      </div>
      <a href={`#${protectId}`} className={button.small}>
        {label}
      </a>
    </aside>
  )
}
