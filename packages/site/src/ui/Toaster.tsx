import { useEffect, useState } from 'react'
import { dismissToast, useToastStore, type Toast } from './toast-store.ts'
import styles from './Toaster.module.css'

const shownForMs = 6_000

/** Shows toasts. The live regions are always in the page, so that screen readers announce new content. */
export function Toaster() {
  const current = useToastStore((state) => state.current)
  const isUrgent = current?.variant === 'destructive'
  return (
    <section className={styles.toaster} aria-label="Notifications">
      <output className={styles.region}>
        {current && !isUrgent && <ToastCard key={current.id} toast={current} />}
      </output>
      <div role="alert">{current && isUrgent && <ToastCard key={current.id} toast={current} />}</div>
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const { id, title, description, variant } = toast

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), shownForMs)
    return () => clearTimeout(timer)
  }, [id, isHeld])

  return (
    <span
      className={styles.toast}
      data-variant={variant}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>
        <strong className={styles.title}>{title}</strong>
        {description && <span className={styles.description}>{description}</span>}
      </span>
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <svg viewBox="0 0 16 16" width="14" height="14" stroke="currentColor" strokeWidth="1.75" aria-hidden>
          <path d="M3 3l10 10M13 3L3 13" />
        </svg>
      </button>
    </span>
  )
}
