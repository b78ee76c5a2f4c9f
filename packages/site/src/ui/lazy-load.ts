import { createElement, lazy, useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { toastError } from './toast-store.ts'
import { unlessLeaving } from './unless-leaving.ts'

const retryDelayMs = 2_000

/** The code of a component could not be loaded. The message and the cause say why. */
export class LoadError extends Error {
  override name = 'LoadError'
}

/** Loads code. @throws LoadError if that fails, unless the page is being left */
export async function loadCode<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  return unlessLeaving(load).catch((cause: unknown) => {
    throw new LoadError(String(cause), { cause })
  })
}

/**
 * Returns a component whose code loads when it is first rendered, or earlier with `preload`. If that fails
 * twice, it throws a LoadError, and the nearest <LoadBoundary> says so.
 */
export function lazyLoad<Props>(load: () => Promise<ComponentType<Props>>) {
  const wait = () => new Promise((resolve) => setTimeout(resolve, retryDelayMs))
  const loadTwice = () => load().catch(() => wait().then(load))
  return Object.assign(
    lazy(async () => ({ default: await loadCode(loadTwice) })),
    // A failure shows when the component is rendered.
    { preload: () => void load().catch(() => {}) },
  )
}

/**
 * Returns a dialog whose code loads when it opens for the first time. If that fails, a toast says so and the dialog closes: the
 * screen keeps its state.
 * @param openProp the prop that is false or null while the dialog is closed
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  openProp: keyof Props,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null
  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => Loaded)
    const isOpen = props[openProp] !== false && props[openProp] !== null
    const isNeeded = isOpen && Dialog === null
    const close = useEffectEvent(props.onClose)
    useEffect(() => {
      if (!isNeeded) return
      let isWanted = true
      void loadOrToast(load, () => isWanted).then((dialog) => {
        if (!isWanted) return
        if (dialog === null) return close()
        Loaded = dialog
        setDialog(() => dialog)
      })
      return () => {
        isWanted = false
      }
    }, [isNeeded])
    // Stays mounted when it closes, because the Modal then returns the focus.
    return Dialog === null ? null : createElement(Dialog, props)
  }
}

/**
 * Loads the content of a dialog or menu that a person opened. If that fails, for example offline or after the server was updated,
 * the result is null, and a toast says so while the person still waits for it. The next attempt loads it again, except in
 * Firefox, which has to reload the page first.
 */
export async function loadOrToast<Loaded>(
  load: () => Promise<Loaded>,
  isWanted: () => boolean,
): Promise<Loaded | null> {
  try {
    return await unlessLeaving(load)
  } catch {
    if (isWanted())
      toastError('This part could not be loaded', 'Save your work, then reload the page and try again.')
    return null
  }
}
