import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** A screen's heading. Sets the window title, and takes the focus after navigation from another screen. */
export function ScreenTitle({ title, className }: { title: string; className?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const location = useLocation()
  const isFirstScreen = useRef(location.key === 'default')

  useEffect(() => {
    document.title = `${title} · Priormark admin`
  }, [title])

  useEffect(() => {
    if (!isFirstScreen.current) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {title}
    </h1>
  )
}
