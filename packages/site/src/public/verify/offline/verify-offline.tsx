import type { ReactNode } from 'react'
import { RegistrationMark } from '../../../ui/RegistrationMark.tsx'
import '../../layout/base.css'
import page from '../../layout/page.module.css'
import { sha256OfBlob } from '../../upload/blob-sha256.ts'
import { VerifyFiles } from '../VerifyFiles.tsx'
import { copyText } from '../copy-text.ts'
import { DropArea } from '../DropArea.tsx'
import { ResultCard } from '../ResultCard.tsx'
import { acceptDropsAnywhere } from '../chosen-files.ts'
import { createVerification } from '../verification.ts'
import '../verify.css'
import './offline.css'
import { createVerifyStore, statusSentence, type VerifyState } from '../verify-store.ts'

/** verify.html: the verifier without a server, with the same components, rendered again after each change. */

const verifyStore = createVerifyStore({ load: createVerification, hash: sha256OfBlob, copyText })
const { add, remove, copy } = verifyStore.getState()

const places = {
  drop: placeOf('drop'),
  files: placeOf('files'),
  results: placeOf('results'),
}
const status = placeOf('status')

acceptDropsAnywhere((inputs) => void add(inputs))
draw(placeOf('mark'), <RegistrationMark size={30} />)
draw(places.drop, <DropArea onFiles={(inputs) => void add(inputs)} />)
placeOf('page').className = page.page ?? ''
verifyStore.subscribe((state, before) => {
  if (state.files !== before.files || state.notice !== before.notice) renderFiles(state)
  if (state.results !== before.results || state.copied !== before.copied) renderResults(state)
  const sentence = statusSentence(state)
  if (status.textContent !== sentence) status.textContent = sentence
})

function renderFiles({ files, notice }: VerifyState): void {
  draw(
    places.files,
    <>
      {notice !== null && <p className="verify-notice">{notice}</p>}
      {files.length > 0 && <VerifyFiles files={files} onRemove={remove} />}
    </>,
  )
}

function renderResults({ results, copied }: VerifyState): void {
  const tools = { copied, asked: {}, onCopy: (value: string) => void copy(value) }
  draw(
    places.results,
    <>
      {results.map((result) => (
        <ResultCard key={result.key} result={result} tools={tools} />
      ))}
    </>,
  )
}

/** Replaces the content of an element. Keeps the focus on the button with the same name. */
function draw(place: HTMLElement, drawing: ReactNode): void {
  const focused = place.contains(document.activeElement) ? document.activeElement : null
  const name = focused?.getAttribute('aria-label')
  const position =
    focused === null ? -1 : Array.from(place.querySelectorAll('button')).findIndex((one) => one === focused)
  if (drawing instanceof Node) place.replaceChildren(drawing)
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
