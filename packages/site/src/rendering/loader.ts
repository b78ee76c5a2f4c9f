import { visitsKey, entryKey, droppedEntries, droppedFoldersEvent } from './page/early-input.ts'
import { unlessBlocked } from '../ui/unless-blocked.ts'
import { unlessLeaving } from '../ui/unless-leaving.ts'
import type { SuccessorOf } from './restore-input.ts'

/**
 * The only script that a page loads at first. It waits for the first interaction, then loads and hydrates the page. Until then
 * links, inputs and file choosers work without a script; clicks and submits are held and replayed.
 */

const interactions = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  // Autofill by a browser or password manager fires none of the above.
  'input',
  'change',
  'scroll',
  'wheel',
  'dragenter',
]
const replays: ((successorOf: SuccessorOf) => void)[] = []
// The state of this module lasts as long as the page.
/** Aborted once loading starts; a failed load makes a new one. */
let interactionWait = new AbortController()
let focusedElement: EventTarget | null = document.activeElement

async function start(): Promise<void> {
  if (interactionWait.signal.aborted) return
  interactionWait.abort()
  // Loaded in advance, because a key that is pressed before a replaced field has a successor is lost.
  const restoreModule = import('./restore-input.ts').catch(() => null)
  const elementsBefore = [...document.querySelectorAll('#root *')]
  try {
    await unlessLeaving(async () => (await import('./entry-client.tsx')).hydrate())
  } catch (failure) {
    // Most likely there is no network: the next interaction tries again.
    waitForInteraction()
    throw failure
  }
  document.removeEventListener('click', holdClick, true)
  document.removeEventListener('submit', holdSubmit, true)
  document.removeEventListener('dragover', allowDrop, true)
  document.removeEventListener('drop', takeDrop, true)
  let successorOf: SuccessorOf = (element) => element
  // Translators, password managers and other extensions change a page before React sees it; React then renders it again. Replaced
  // fields keep their value, files and selection.
  if (elementsBefore.some((element) => !element.isConnected))
    successorOf = (await restoreModule)?.restoreInput(elementsBefore, focusedElement) ?? successorOf
  document.documentElement.dataset['hydrated'] = ''
  for (const replay of replays) replay(successorOf)
}

function onInteraction(event: Event): void {
  // A page that loads under a resting pointer gets this event too, without a movement.
  if (event.type === 'pointermove' && event instanceof PointerEvent && !event.movementX && !event.movementY)
    return
  void start()
}

function waitForInteraction(): void {
  interactionWait = new AbortController()
  const options = { capture: true, passive: true, signal: interactionWait.signal }
  for (const type of interactions) addEventListener(type, onInteraction, options)
}

function holdClick(click: MouseEvent): void {
  const pressedElement =
    click.target instanceof Element ? click.target.closest<HTMLElement>('button, a[data-held]') : null
  if (pressedElement === null || isSubmit(pressedElement)) return
  // With one of these keys the link opens in another tab.
  if (click.ctrlKey || click.metaKey || click.shiftKey) return
  click.stopPropagation()
  const { opens } = pressedElement.dataset
  // A file chooser opens only within the click itself.
  if (opens !== undefined) {
    document.getElementById(opens)?.click()
    return
  }
  click.preventDefault()
  hold((successorOf) => successorOf(pressedElement)?.click())
}

function isSubmit(pressedElement: HTMLElement): boolean {
  return pressedElement instanceof HTMLButtonElement && pressedElement.type === 'submit'
}

function holdSubmit(submit: SubmitEvent): void {
  const form = submit.target
  if (!(form instanceof HTMLFormElement)) return
  submit.preventDefault()
  submit.stopPropagation()
  hold((successorOf) => successorOf(form)?.requestSubmit())
}

function hold(replay: (successorOf: SuccessorOf) => void): void {
  replays.push(replay)
  void start()
}

function fileInputAt(drag: DragEvent): HTMLInputElement | null {
  const area = drag.target instanceof Element ? drag.target.closest('[data-drop]') : null
  return area?.querySelector<HTMLInputElement>('input[type=file]') ?? null
}

function allowDrop(drag: DragEvent): void {
  if (fileInputAt(drag)) drag.preventDefault()
}

function takeDrop(drag: DragEvent): void {
  const input = fileInputAt(drag)
  if (input === null || drag.dataTransfer === null) return
  drag.preventDefault()
  drag.stopPropagation()
  const entries = droppedEntries(drag.dataTransfer)
  if (entries === null) input.files = drag.dataTransfer.files
  else hold(() => dispatchEvent(new CustomEvent(droppedFoldersEvent, { detail: entries })))
  void start()
}

/** Keeps a file that is dropped outside an upload area from replacing the page. Stays active after hydration. */
function blockFileNavigation(drag: DragEvent): void {
  if (drag.defaultPrevented || !drag.dataTransfer?.types.includes('Files')) return
  // A native file input takes a drop itself.
  if (drag.target instanceof HTMLInputElement && drag.target.type === 'file') return
  drag.preventDefault()
  drag.dataTransfer.dropEffect = 'none'
}

addEventListener('focusin', ({ target }) => (focusedElement = target))
document.addEventListener('click', holdClick, true)
document.addEventListener('submit', holdSubmit, true)
document.addEventListener('dragover', allowDrop, true)
document.addEventListener('drop', takeDrop, true)
addEventListener('dragover', blockFileNavigation)
addEventListener('drop', blockFileNavigation)
if (
  document.querySelector('[data-hydrate-now]') ||
  unlessBlocked(() => sessionStorage.getItem(entryKey)) !== null
)
  void start()
else waitForInteraction()

// A visit that may be counted is counted from its start, and not from the first interaction.
if (unlessBlocked(() => localStorage.getItem(visitsKey)) === 'accepted')
  addEventListener('load', onInteraction)

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  // Without the worker only the offline pages are missing.
  const register = () => navigator.serviceWorker.register('/sw.js').catch(() => {})
  addEventListener('load', () => void unlessBlocked(register))
}
