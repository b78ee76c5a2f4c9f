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
import { createVerification } from '../verification.ts'
import '../verify.css'
import { createVerifyStore, statusMessage, type VerifyState } from '../verify-store.ts'
import './offline.css'
import { serveReading } from '../read-worker.ts'

/** The elements of verify.html that are rendered again after each change. */
type Places = Record<'drop' | 'files' | 'results', HTMLElement>

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
  const places: Places = { drop: placeOf('drop'), files: placeOf('files'), results: placeOf('results') }
  const status = placeOf('status')

  acceptDropsAnywhere((inputs) => void add(inputs))
  render(placeOf('mark'), <RegistrationMark size={30} />)
  render(places.drop, <DropArea onFiles={(inputs) => void add(inputs)} />)
  placeOf('page').className = page.page ?? ''
  verifyStore.subscribe((state, before) => {
    const hasNewResults = state.results !== before.results
    if (state.files !== before.files || state.notice !== before.notice || hasNewResults)
      render(places.files, <Files state={state} onRemove={remove} />)
    if (hasNewResults || state.copied !== before.copied)
      render(places.results, <Results state={state} onCopy={(value) => void copy(value)} />)
    if (state.judged !== before.judged) showVerdict(places.results)
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
        <ResultCard key={result.key} result={result} deps={{ copied, asked: {}, onCopy }} />
      ))}
    </>
  )
}

/** Replaces the content of an element. Keeps the focus on the button with the same name. */
function render(place: HTMLElement, content: ReactNode): void {
  const focused = place.contains(document.activeElement) ? document.activeElement : null
  const name = focused?.getAttribute('aria-label')
  const position =
    focused === null ? -1 : Array.from(place.querySelectorAll('button')).findIndex((one) => one === focused)
  if (content instanceof Node) place.replaceChildren(content)
  if (focused === null) return
  const buttons = Array.from(place.querySelectorAll('button'))
  const same = buttons[position]?.getAttribute('aria-label') === name ? buttons[position] : undefined
  const next = same ?? placeOf('drop').querySelector('button')
  next?.focus({ preventScroll: true })
}

function placeOf(id: string): HTMLElement {
  const place = document.getElementById(id)
  if (place === null) throw new Error(`The page has no place for ${id}`)
  return place
}

// One script is all that verify.html has, so it is the page's and, started again from its own text, the worker's.
if (typeof document === 'undefined') serveReading()
else {
  const source = document.currentScript?.textContent ?? ''
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  openPage(() => new Worker(url))
}
