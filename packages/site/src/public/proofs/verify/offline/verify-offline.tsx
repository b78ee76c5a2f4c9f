import type { ReactNode } from 'react'
import { RegistrationMark } from '../../../../ui/RegistrationMark.tsx'
import '../../../platform/layout/base.css'
import page from '../../../platform/layout/page.module.css'
import { sha256OfBlob } from '../../../platform/hashing/blob-hashes.ts'
import { showVerdict } from '../verify-result.ts'
import { VerifyFiles } from '../VerifyFiles.tsx'
import { DropArea } from '../DropArea.tsx'
import { ResultCard } from '../ResultCard.tsx'
import { acceptDropsAnywhere } from '../chosen-files.ts'
import { createVerification, runReadWorker } from '../verification.ts'
import '../verify.css'
import { createVerifyStore, statusMessage } from '../verify-store.ts'
import './offline.css'

/**
 * Opens verify.html, the verifier that works without a server: renders the components of /verify and handles their events.
 * @param startWorker starts a worker that runs `runReadWorker`
 */
function openPage(startWorker: () => Worker): void {
  const verifyStore = createVerifyStore({
    load: () => createVerification(startWorker),
    hash: sha256OfBlob,
  })
  const { add, remove, copy } = verifyStore.getState()
  const resultsElement = elementOf('results')
  const status = elementOf('status')

  acceptDropsAnywhere((inputs) => void add(inputs))
  render(elementOf('mark'), <RegistrationMark size={30} />)
  render(elementOf('drop'), <DropArea onFiles={(inputs) => void add(inputs)} />)
  elementOf('page').className = page.page ?? ''
  verifyStore.subscribe((state, previousState) => {
    const { files, results, notice, copied } = state
    const hasNewResults = results !== previousState.results
    if (files !== previousState.files || notice !== previousState.notice || hasNewResults) {
      render(
        elementOf('files'),
        <>
          {notice !== null && <p className="verify-notice">{notice}</p>}
          {files.length > 0 && <VerifyFiles files={files} results={results} onRemove={remove} />}
        </>,
      )
    }
    if (hasNewResults || copied !== previousState.copied) {
      const deps = { copied, shopLookups: {}, onCopy: (value: string) => void copy(value) }
      const cards = results.map((result) => <ResultCard key={result.key} result={result} deps={deps} />)
      render(resultsElement, <>{cards}</>)
    }
    if (state.verificationCount !== previousState.verificationCount) showVerdict(resultsElement)
    const message = statusMessage(state)
    if (status.textContent !== message) status.textContent = message
  })
}

/**
 * Replaces the content of an element. Keeps the focus on the same button; if it is gone, moves it to the drop area.
 * @param content a DOM node: in verify.html, dom-jsx-runtime.ts makes nodes of JSX
 */
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
if (typeof document === 'undefined') runReadWorker()
else {
  const source = document.currentScript?.textContent ?? ''
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  openPage(() => new Worker(url))
}
