import { useEffect, useState, type ComponentType } from 'react'
import { loadOnDemand } from './load-on-demand.ts'

/**
 * Returns a dialog whose code, and antd's Modal with it, loads when it opens for the first time (see loadOnDemand).
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
      void loadOnDemand(load).then((dialog) => {
        if (dialog === null) return onClose()
        Loaded = dialog
        setDialog(() => dialog)
      })
      // A new `onClose` must not load again.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, [isNeeded])
    // Stays mounted when it closes, because the Modal then returns the focus.
    return Dialog === null ? null : <Dialog {...props} />
  }
}
