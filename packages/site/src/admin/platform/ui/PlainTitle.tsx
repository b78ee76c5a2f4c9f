import { useEffect, useRef } from 'react'

export interface TitleProps {
  title: string
  className?: string | undefined
}

/** A heading that sets the window title, and can take the focus when it is mounted. Needs no router. */
export function PlainTitle({ title, className, takesFocus = false }: TitleProps & { takesFocus?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const takesFocusAtFirst = useRef(takesFocus)

  useEffect(() => {
    document.title = `${title} · Priormark admin`
  }, [title])

  useEffect(() => {
    if (takesFocusAtFirst.current) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {title}
    </h1>
  )
}
