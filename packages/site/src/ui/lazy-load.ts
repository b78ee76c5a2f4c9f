import { createElement, lazy, useEffect, useState, type ComponentType } from 'react'
import { toast } from './toast-store.ts'
import { unlessLeaving } from './unless-leaving.ts'

const secondTryMs = 2_000

/**
 * Returns a component whose code loads when it is first rendered, or earlier with `preload`. If that fails
 * twice, the nearest <LoadBoundary> says so.
 */
export function lazyLoad<Props>(load: () => Promise<ComponentType<Props>>) {
  const pause = () => new Promise((resolve) => setTimeout(resolve, secondTryMs))
  const loadTwice = () => load().catch(() => pause().then(load))
  return Object.assign(
    lazy(async () => ({ default: await unlessLeaving(loadTwice) })),
    // A failure shows when the component is rendered.
    { preload: () => void load().catch(() => {}) },
  )
}

/**
 * Returns a dialog whose code loads when it opens for the first time. If that fails, a toast says so and the dialog closes: the
 * screen and what was typed there stay.
 * @param isOpen returns from the props whether it is open
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: (props: Props) => boolean,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null
  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => Loaded)
    const isNeeded = isOpen(props) && Dialog === null
    const { onClose } = props
    useEffect(() => {
      if (!isNeeded) return
      void loadOrToast(load).then((dialog) => {
        if (dialog === null) return onClose()
        Loaded = dialog
        setDialog(() => dialog)
      })
      // A new `onClose` must not load again.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, [isNeeded])
    // Stays mounted when it closes, because the Modal then returns the focus.
    return Dialog === null ? null : createElement(Dialog, props)
  }
}

/**
 * Loads what a dialog or menu shows that a person opened. If that fails, for example offline or after the server was updated, a toast
 * says so and the result is null. The next attempt loads it again, except in Firefox, which has to reload the page first.
 */
export async function loadOrToast<Loaded>(load: () => Promise<Loaded>): Promise<Loaded | null> {
  try {
    return await unlessLeaving(load)
  } catch {
    toast({
      title: 'This part could not be loaded',
      description: 'Save your work, then reload the page and try again.',
      variant: 'destructive',
    })
    return null
  }
}
