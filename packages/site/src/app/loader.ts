import { draftKey } from '../public/order-form/draft-key.ts'
import { unlessLeaving } from '../public/unless-leaving.ts'
import { showDisplayFace } from './display-face.ts'

/**
 * The one script a page loads at first. It waits for a sign of interest, then loads and hydrates the page. Until
 * that is done, links, inputs and file choosers work by themselves; clicks and submits are held and played again.
 */

const interest = [
  'pointerover',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  // A browser or a password manager fills in without any of those.
  'input',
  'change',
  'scroll',
  'wheel',
  'dragenter',
]
const held: (() => void)[] = []
let isLoading = false

async function start(): Promise<void> {
  if (isLoading) return
  isLoading = true
  void showDisplayFace()
  try {
    await unlessLeaving(async () => (await import('./entry-client.tsx')).hydrate())
  } catch (failure) {
    // No network, most likely: the next sign of interest tries again.
    isLoading = false
    waitForInterest()
    throw failure
  }
  document.removeEventListener('click', holdClick, true)
  document.removeEventListener('submit', holdSubmit, true)
  document.removeEventListener('dragover', allowDrop, true)
  document.removeEventListener('drop', takeDrop, true)
  document.documentElement.dataset['hydrated'] = ''
  for (const play of held) play()
}

function showInterest(): void {
  void start()
}

function waitForInterest(): void {
  const once = { capture: true, passive: true, once: true }
  for (const type of interest) addEventListener(type, showInterest, once)
}

function holdClick(click: MouseEvent): void {
  const pressed =
    click.target instanceof Element ? click.target.closest<HTMLElement>('button, a[data-held]') : null
  if (pressed === null || isSubmit(pressed)) return
  // With one of these keys a link is for a tab of its own.
  if (click.ctrlKey || click.metaKey || click.shiftKey) return
  click.stopPropagation()
  const { opens } = pressed.dataset
  // A file chooser opens only within the click itself.
  if (opens !== undefined) {
    document.getElementById(opens)?.click()
    return
  }
  click.preventDefault()
  hold(() => pressed.click())
}

function isSubmit(pressed: HTMLElement): boolean {
  return pressed instanceof HTMLButtonElement && pressed.type === 'submit'
}

function holdSubmit(submit: SubmitEvent): void {
  const form = submit.target
  if (!(form instanceof HTMLFormElement)) return
  submit.preventDefault()
  submit.stopPropagation()
  hold(() => form.requestSubmit())
}

function hold(play: () => void): void {
  held.push(play)
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
  input.files = drag.dataTransfer.files
  void start()
}

function hasDraft(): boolean {
  try {
    return sessionStorage.getItem(draftKey) !== null
  } catch {
    return false
  }
}

document.addEventListener('click', holdClick, true)
document.addEventListener('submit', holdSubmit, true)
document.addEventListener('dragover', allowDrop, true)
document.addEventListener('drop', takeDrop, true)
if (document.querySelector('[data-hydrate-now]') || hasDraft()) void start()
else waitForInterest()

if ('serviceWorker' in navigator) {
  // Whoever comes again has the headline face already, or can spare the moment.
  if (navigator.serviceWorker.controller) void showDisplayFace()
  // Without the worker the site lacks its offline page, and nothing else.
  if (import.meta.env.PROD)
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
}
