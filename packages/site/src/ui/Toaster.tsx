// Not antd's message: it announces successes with role=alert (docs/upstream.md), see decision 0046.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { dismissToast, toastShownMs, useToastStore, type Toast } from './toast-store.ts'
import styles from './Toaster.module.css'

/**
 * Shows toasts. The live regions are always in the page, so that screen readers announce new content.
 * @param onShow called with the toaster when a new toast is in it, to move it until the returned function is called
 */
export function Toaster({ onShow }: { onShow?: (toaster: HTMLElement) => () => void }) {
  const current = useToastStore((state) => state.current)
  const toaster = useRef<HTMLElement>(null)
  const isUrgent = current?.variant === 'destructive'
  useLayoutEffect(() => {
    if (current === null || toaster.current === null) return
    return onShow?.(toaster.current)
  }, [current, onShow])

  return (
    <section ref={toaster} className={styles.toaster} aria-label="Notifications">
      <output className={styles.region}>
        {current && !isUrgent && <ToastCard key={current.id} toast={current} />}
      </output>
      <div role="alert">{current && isUrgent && <ToastCard key={current.id} toast={current} />}</div>
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const { id, title, description, variant, action } = toast

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), toastShownMs)
    return () => clearTimeout(timer)
  }, [id, isHeld])

  return (
    <span
      className={styles.toast}
      data-variant={variant}
      // Not onPointerEnter: a toast that appears under a resting pointer must not stay.
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>
        <strong className={styles.title}>{title}</strong>
        {description && <span className={styles.description}>{description}</span>}
        {action && <span className={styles.action}>{action}</span>}
      </span>
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <svg viewBox="0 0 16 16" width="14" height="14" stroke="currentColor" strokeWidth="1.75" aria-hidden>
          <path d="M3 3l10 10M13 3L3 13" />
        </svg>
      </button>
    </span>
  )
}
