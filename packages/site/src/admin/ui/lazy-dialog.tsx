import { lazy, Suspense, useState, type ComponentType } from 'react'

/**
 * Returns a dialog whose code, and antd's Modal with it, loads when it opens for the first time.
 * @param isOpen returns from the props whether it is open
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: (props: Props) => boolean,
): ComponentType<Props> {
  const Dialog: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return function LazyDialog(props: Props) {
    const [wasOpened, setOpened] = useState(false)
    if (!wasOpened && isOpen(props)) setOpened(true)
    // Stays mounted when it closes, because the Modal then returns the focus.
    return wasOpened ? (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    ) : null
  }
}
