// antd's message and notification are not used: they always appear in one corner, whatever they cover (decision 0046).
import { topDialog } from '../platform/ui/open-dialogs.ts'

// Everything is in CSS pixels of the window.
type Size = Pick<DOMRect, 'width' | 'height'>
type Point = Pick<DOMRect, 'left' | 'top'>
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

interface ToastSpace {
  /** The size of the toast with its margins. */
  toast: Size
  window: Size
  /** The controls that the toast must not cover. */
  controls: readonly Box[]
  /** The corner of the toast if it is already shown. */
  current?: Point | undefined
}

/** The distance between the heights that are tried. */
const stepPx = 8

/**
 * Returns where a toast covers the fewest controls. Tries the current place, then the top right, then the other edges, and finally every
 * height at the right edge: on a phone, between two rows of controls.
 */
export function chooseToastPlace({ toast, window, controls, current }: ToastSpace): Point {
  const [right, bottom] = [window.width - toast.width, window.height - toast.height]
  const topRight = { left: right, top: 0 }
  const places = [
    topRight,
    { left: right, top: bottom },
    { left: 0, top: bottom },
    { left: right / 2, top: bottom },
    { left: right / 2, top: 0 },
    { left: 0, top: 0 },
    ...Array.from({ length: Math.floor(bottom / stepPx) + 1 }, (_, n) => ({ left: right, top: n * stepPx })),
  ]
  const coveredCount = ({ left, top }: Point) =>
    controls.filter(
      (control) =>
        control.left < left + toast.width &&
        control.right > left &&
        control.top < top + toast.height &&
        control.bottom > top,
    ).length
  const { left, top } = current ?? topRight
  const preferred = { left: Math.min(left, right), top: Math.min(top, bottom) }
  return places.reduce((best, place) => (coveredCount(place) < coveredCount(best) ? place : best), preferred)
}

const controlSelector =
  'a[href], button, input, select, textarea, [role="tab"], [role="menuitem"], [contenteditable="true"]'

/** Positions a toast now and whenever the screen changes, such as when a dialog closes. Returns a function that stops this. */
export function watchToastPlace(toaster: HTMLElement): () => void {
  let frame = 0
  let current: Point | undefined
  function place() {
    const { offsetWidth: width, offsetHeight: height } = toaster
    current = chooseToastPlace({
      toast: { width, height },
      window: { width: document.documentElement.clientWidth, height: window.innerHeight },
      controls: shownControls(toaster),
      current,
    })
    toaster.style.inset = `${current.top}px auto auto ${current.left}px`
  }
  function placeSoon() {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !toaster.contains(target))) placeSoon()
  })
  place()
  changes.observe(document.body, { childList: true, subtree: true })
  addEventListener('resize', placeSoon)
  addEventListener('scrollend', placeSoon)
  return () => {
    cancelAnimationFrame(frame)
    changes.disconnect()
    removeEventListener('resize', placeSoon)
    removeEventListener('scrollend', placeSoon)
  }
}

/** Returns the controls on the screen. While a dialog is open, only its own count. */
function shownControls(toaster: HTMLElement): Box[] {
  return Array.from((topDialog() ?? document).querySelectorAll(controlSelector))
    .filter((control) => !toaster.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
}
