/** The parts of a rectangle in the window, in CSS pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Where a toast can be, the usual place first. */
export const toastPlaces = [
  'top-right',
  'bottom-right',
  'bottom-left',
  'bottom-center',
  'top-center',
  'top-left',
] as const
export type ToastPlace = (typeof toastPlaces)[number]

interface Space {
  /** The toast with its margins. */
  toast: { width: number; height: number }
  window: { width: number; height: number }
  /** What nobody wants covered. */
  controls: readonly Box[]
}

/** Returns the first place where a toast covers no control, or the one where it covers the fewest. */
export function chooseToastPlace(space: Space): ToastPlace {
  const covered = toastPlaces.map((place) => ({
    place,
    count: coveredCount(boxAt(place, space), space.controls),
  }))
  const fewest = Math.min(...covered.map(({ count }) => count))
  return covered.find(({ count }) => count === fewest)?.place ?? 'top-right'
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

/** Moves the toaster to where its toast covers no control. While a dialog is open, only its controls count. */
export function placeToast(toaster: HTMLElement): void {
  const dialog = document.querySelector('[role="dialog"]')
  const controls = Array.from((dialog ?? document).querySelectorAll(controlSelector))
    .filter((control) => !toaster.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
  const { offsetWidth: width, offsetHeight: height } = toaster
  toaster.dataset['place'] = chooseToastPlace({
    toast: { width, height },
    window: { width: document.documentElement.clientWidth, height: window.innerHeight },
    controls,
  })
}
