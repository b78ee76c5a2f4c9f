import type { ReactNode } from 'react'
import { RegistrationMark } from '../../../../ui/RegistrationMark.tsx'
import '../../../platform/layout/base.css'
import page from '../../../platform/layout/page.module.css'
import { sha256OfBlob } from '../../../platform/hashing/blob-hashes.ts'
import { showVerdict } from '../verify-result.ts'
import { VerifyFiles } from '../VerifyFiles.tsx'
import { copyText } from '../../../../ui/copy-text.ts'
import { DropArea } from '../DropArea.tsx'
import { ResultCard } from '../ResultCard.tsx'
import { acceptDropsAnywhere } from '../chosen-files.ts'
import { createVerification, serveReading } from '../verification.ts'
import '../verify.css'
import { createVerifyStore, statusMessage, type VerifyState } from '../verify-store.ts'
import './offline.css'

/** The elements of verify.html that show the drop area, the chosen files and the results. */
type PageElements = Record<'drop' | 'files' | 'results', HTMLElement>

/**
 * Opens verify.html, the verifier that works without a server: renders the components of /verify and handles their events.
 * @param startWorker starts a worker that runs `serveReading`
 */
function openPage(startWorker: () => Worker): void {
  const verifyStore = createVerifyStore({
    load: () => createVerification(startWorker),
    hash: sha256OfBlob,
    copyText,
  })
  const { add, remove, copy } = verifyStore.getState()
  const elements: PageElements = {
    drop: elementOf('drop'),
    files: elementOf('files'),
    results: elementOf('results'),
  }
  const status = elementOf('status')

  acceptDropsAnywhere((inputs) => void add(inputs))
  render(elementOf('mark'), <RegistrationMark size={30} />)
  render(elements.drop, <DropArea onFiles={(inputs) => void add(inputs)} />)
  elementOf('page').className = page.page ?? ''
  verifyStore.subscribe((state, previousState) => {
    const hasNewResults = state.results !== previousState.results
    if (state.files !== previousState.files || state.notice !== previousState.notice || hasNewResults)
      render(elements.files, <Files state={state} onRemove={remove} />)
    if (hasNewResults || state.copied !== previousState.copied)
      render(elements.results, <Results state={state} onCopy={(value) => void copy(value)} />)
    if (state.verificationCount !== previousState.verificationCount) showVerdict(elements.results)
    const message = statusMessage(state)
    if (status.textContent !== message) status.textContent = message
  })
}

function Files({
  state: { files, results, notice },
  onRemove,
}: {
  state: VerifyState
  onRemove: (id: number) => void
}) {
  return (
    <>
      {notice !== null && <p className="verify-notice">{notice}</p>}
      {files.length > 0 && <VerifyFiles files={files} results={results} onRemove={onRemove} />}
    </>
  )
}

function Results({
  state: { results, copied },
  onCopy,
}: {
  state: VerifyState
  onCopy: (value: string) => void
}) {
  return (
    <>
      {results.map((result) => (
        <ResultCard key={result.key} result={result} deps={{ copied, shopLookups: {}, onCopy }} />
      ))}
    </>
  )
}

/** Replaces the content of an element. Keeps the focus on the same button; if it is gone, moves it to the drop area. */
function render(element: HTMLElement, content: ReactNode): void {
  const focusedElement = element.contains(document.activeElement) ? document.activeElement : null
  const name = focusedElement?.getAttribute('aria-label')
  const position =
    focusedElement === null
      ? -1
      : Array.from(element.querySelectorAll('button')).findIndex((one) => one === focusedElement)
  if (content instanceof Node) element.replaceChildren(content)
  if (focusedElement === null) return
  const buttons = Array.from(element.querySelectorAll('button'))
  const sameButton = buttons[position]?.getAttribute('aria-label') === name ? buttons[position] : undefined
  const nextButton = sameButton ?? elementOf('drop').querySelector('button')
  nextButton?.focus({ preventScroll: true })
}

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`The page has no element for ${id}`)
  return element
}

// verify.html has only this script, so it runs in the page and, started again from its own text, in the worker.
if (typeof document === 'undefined') serveReading()
else {
  const source = document.currentScript?.textContent ?? ''
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  openPage(() => new Worker(url))
}
