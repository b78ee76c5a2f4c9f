import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { RegistrationMark } from '../../../ui/RegistrationMark.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { usePage } from '../../../rendering/page/page-context.tsx'
import '../../../ui/fonts.css'
import './base.css'
import button from './button.module.css'
import styles from './Layout.module.css'
import { SiteLink } from './SiteLink.tsx'

/** The element that gets the focus after a route change and from 'Skip to content'. */
export const mainId = 'main'

interface LayoutProps {
  children: ReactNode
  /** Hides the header and the footer's links, where nothing should lead away. */
  hidesNavigation?: boolean
}

/** The header and footer of every public page. */
export function Layout({ children, hidesNavigation = false }: LayoutProps) {
  const { paymentsMode, shop } = usePage()
  const isHome = useLocation().pathname === '/'
  return (
    <>
      <a className={styles.skip} href={`#${mainId}`}>
        Skip to content
      </a>
      <noscript>
        <p className={styles.banner}>
          Uploading, paying and verifying need JavaScript. You can read every page without it. To order, turn
          it on, or write to <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>.
        </p>
      </noscript>
      {paymentsMode === 'embedded' && (
        <aside className={styles.banner} aria-label="Test payments">
          <strong>Test payments.</strong> No money is charged: cards are simulated on this computer.
        </aside>
      )}
      {!hidesNavigation && <Header isInk={isHome} />}
      <main id={mainId} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer hidesNavigation={hidesNavigation} />
      <Toaster />
    </>
  )
}

function Header({ isInk }: { isInk: boolean }) {
  const { shop, hasReviews } = usePage()
  return (
    <header className={styles.header} data-ink={isInk || undefined}>
      <div className={`wide ${styles.headerRow}`}>
        <SiteLink to="/" className={styles.logo}>
          <RegistrationMark size={30} />
          {shop.name}
        </SiteLink>
        <nav className={styles.nav} aria-label="Main">
          <SiteLink to="/#how-it-works">How it works</SiteLink>
          <SiteLink to="/#why-it-works">Why it works</SiteLink>
          <a href="/verify">Verify</a>
          {hasReviews && <SiteLink to="/#reviews">Reviews</SiteLink>}
        </nav>
        <SiteLink to="/#protect-now" className={`${button.small} ${styles.protect}`}>
          Protect your idea
        </SiteLink>
      </div>
    </header>
  )
}

function Footer({ hidesNavigation }: { hidesNavigation: boolean }) {
  const { shop, year } = usePage()
  return (
    <footer className={styles.footer}>
      <div className={`wide ${styles.footerRow}`}>
        <p className={styles.footerName}>
          <RegistrationMark size={22} />
          {shop.name}
        </p>
        {!hidesNavigation && (
          <nav aria-labelledby="footer-resources">
            <h2 id="footer-resources">Resources</h2>
            <ul>
              <li>
                <a href="/blog">Blog</a>
              </li>
              <li>
                <a href="/verify">Verify a file</a>
              </li>
              <li>
                <SiteLink to="/my-works">My works</SiteLink>
              </li>
              <li>
                <SiteLink to="/terms">Terms &amp; Conditions</SiteLink>
              </li>
              <li>
                <SiteLink to="/privacy">Privacy</SiteLink>
              </li>
            </ul>
          </nav>
        )}
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact">Contact</h2>
          <p>
            <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>
          </p>
          <address>
            {shop.tradingName}
            <br />
            {shop.tradingAddress}
          </address>
        </section>
      </div>
      <p className={`wide ${styles.copyright}`}>
        © {year} {shop.name}. All rights reserved.
      </p>
    </footer>
  )
}
