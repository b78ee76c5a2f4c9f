/** The parts of a rectangle in the window, in CSS pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Where a toast can be, the usual place first. */
const toastPlaces = [
  'top-right',
  'bottom-right',
  'bottom-left',
  'bottom-center',
  'top-center',
  'top-left',
] as const
type ToastPlace = (typeof toastPlaces)[number]

interface Space {
  /** The toast with its margins. */
  toast: { width: number; height: number }
  window: { width: number; height: number }
  /** What nobody wants covered. */
  controls: readonly Box[]
  /** Where it is shown already. */
  current?: ToastPlace | undefined
}

/** The distance in CSS pixels between the heights that are tried. */
const step = 8

/**
 * Returns the first place where a toast covers no control, the current one before the others. If there is none, returns its distance from the top edge at the
 * right side, where it covers the fewest: on a phone, between two rows of controls.
 */
export function chooseToastPlace(space: Space): ToastPlace | number {
  const { toast, window, controls, current } = space
  const places = current === undefined ? toastPlaces : [current, ...toastPlaces]
  const free = places.find((place) => coveredCount(boxAt(place, space), controls) === 0)
  if (free !== undefined) return free
  const left = window.width - toast.width
  const tops = Array.from(
    { length: Math.floor((window.height - toast.height) / step) + 1 },
    (_, n) => n * step,
  )
  const counts = tops.map((top) =>
    coveredCount({ left, top, right: window.width, bottom: top + toast.height }, controls),
  )
  return tops[counts.indexOf(Math.min(...counts))] ?? 'top-right'
}

function boxAt(place: ToastPlace, { toast, window }: Space): Box {
  const left = place.endsWith('left')
    ? 0
    : place.endsWith('right')
      ? window.width - toast.width
      : (window.width - toast.width) / 2
  const top = place.startsWith('top') ? 0 : window.height - toast.height
  return { left, top, right: left + toast.width, bottom: top + toast.height }
}

function coveredCount(box: Box, controls: readonly Box[]): number {
  return controls.filter(
    ({ left, top, right, bottom }) =>
      left < box.right && right > box.left && top < box.bottom && bottom > box.top,
  ).length
}

const controlSelector =
  'a[href], button, input, select, textarea, [role="tab"], [role="menuitem"], [contenteditable="true"]'

/**
 * Places a toast, and again whenever what is on the screen moves while it is shown, such as after a dialog closed. A toast that covers
 * nothing stays where it is.
 */
export function watchToastPlace(toaster: HTMLElement): () => void {
  let frame = 0
  const placeSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => placeToast(toaster))
  }
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !toaster.contains(target))) placeSoon()
  })
  placeToast(toaster)
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

/** Moves the toaster to where its toast covers no control. While a dialog is open, only its controls count. */
function placeToast(toaster: HTMLElement): void {
  const dialog = document.querySelector('[role="dialog"]')
  const controls = Array.from((dialog ?? document).querySelectorAll(controlSelector))
    .filter((control) => !toaster.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
  const { offsetWidth: width, offsetHeight: height } = toaster
  const place = chooseToastPlace({
    toast: { width, height },
    window: { width: document.documentElement.clientWidth, height: window.innerHeight },
    controls,
    current: toastPlaces.find((known) => known === toaster.dataset['place']),
  })
  toaster.dataset['place'] = typeof place === 'number' ? 'between' : place
  toaster.style.setProperty('--toast-top', typeof place === 'number' ? `${place}px` : '')
}
