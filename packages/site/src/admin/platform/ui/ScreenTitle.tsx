import { useLocation } from 'react-router-dom'
import { PlainTitle, type TitleProps } from './PlainTitle.tsx'

/** A screen's heading. Sets the window title, and takes the focus after navigation from another screen. */
export function ScreenTitle(props: TitleProps) {
  const { key } = useLocation()
  return <PlainTitle {...props} takesFocus={key !== 'default'} />
}
