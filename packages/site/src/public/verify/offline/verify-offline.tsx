import type { ReactNode } from 'react'
import { RegistrationMark } from '../../../ui/RegistrationMark.tsx'
import '../../layout/base.css'
import page from '../../layout/page.module.css'
import { sha256OfBlob } from '../../upload/blob-sha256.ts'
import { VerifyFiles } from '../VerifyFiles.tsx'
import { copyText } from '../copy-text.ts'
import { DropArea } from '../DropArea.tsx'
import { FindingCard } from '../FindingCard.tsx'
import { takeStrayDrops } from '../chosen-files.ts'
import { createVerification } from '../verification.ts'
import '../verify.css'
import './offline.css'
import { createVerifyStore, statusSentence, type VerifyState } from '../verify-store.ts'

/** verify.html: the verifier without a server, made of the same parts and drawn again at each change. */

type Places = Record<'drop' | 'files' | 'findings', HTMLElement>

/** Draws the page and makes it work. @param startWorker starts a worker that runs `serveReading` */
export function openPage(startWorker: () => Worker): void {
  const verifyStore = createVerifyStore({
    load: () => createVerification(startWorker),
    hash: sha256OfBlob,
    copyText,
  })
  const { add, remove, copy } = verifyStore.getState()
  const places: Places = { drop: placeOf('drop'), files: placeOf('files'), findings: placeOf('findings') }
  const status = placeOf('status')

  takeStrayDrops((handed) => void add(handed))
  draw(placeOf('mark'), <RegistrationMark size={30} />)
  draw(places.drop, <DropArea onFiles={(handed) => void add(handed)} />)
  placeOf('page').className = page.page ?? ''
  verifyStore.subscribe((state, before) => {
    if (state.files !== before.files || state.notice !== before.notice)
      draw(places.files, <Files state={state} onRemove={remove} />)
    if (state.findings !== before.findings || state.copied !== before.copied)
      draw(places.findings, <Findings state={state} onCopy={(value) => void copy(value)} />)
    const sentence = statusSentence(state)
    if (status.textContent !== sentence) status.textContent = sentence
  })
}

function Files({
  state: { files, notice },
  onRemove,
}: {
  state: VerifyState
  onRemove: (id: number) => void
}) {
  return (
    <>
      {notice !== null && <p className="verify-notice">{notice}</p>}
      {files.length > 0 && <VerifyFiles files={files} onRemove={onRemove} />}
    </>
  )
}

function Findings({
  state: { findings, copied },
  onCopy,
}: {
  state: VerifyState
  onCopy: (value: string) => void
}) {
  return (
    <>
      {findings.map((finding) => (
        <FindingCard key={finding.key} finding={finding} tools={{ copied, asked: {}, onCopy }} />
      ))}
    </>
  )
}

/** Puts a new drawing in a place. Where the focus was on something with a name, it stays on what has that name now. */
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
