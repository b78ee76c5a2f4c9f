import { proofPagePath } from '@priormark/core/proofs/proof/proof-page'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import page from '../../platform/layout/page.module.css'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { hashFile } from '../../platform/hashing/hash-file.ts'
import { CopyLink } from '../../platform/layout/CopyLink.tsx'
import { verifyInputId, DropArea } from './DropArea.tsx'
import { chosenFiles, acceptDropsAnywhere } from './chosen-files.ts'
import { sampleParameter, verifySamplePath } from '@priormark/core/proofs/sample/sample-order'
import { createVerifyStore, statusMessage, type VerifyState } from './verify-store.ts'
import { showVerdict } from './verify-result.ts'
import { VerifyFiles } from './VerifyFiles.tsx'
import { ResultCard } from './ResultCard.tsx'

/** The verifier of this tab. Its code is loaded after the page is shown, and then works offline. */
const verifyStore = createVerifyStore({
  load: async () => (await import('./verification.ts')).createVerification(startReadWorker),
  hash: hashFile,
  askShop: async (sha256) => (await import('./shop-calls.ts')).askShop(sha256),
  readBadge: async (proofId) => (await import('./shop-calls.ts')).readBadge(proofId),
})

function startReadWorker(): Worker {
  return new Worker(new URL('./read-worker-entry.ts', import.meta.url), { type: 'module' })
}

/** Checks a file against its proof. The file never leaves the browser. */
export function VerifyPage() {
  const state = useStore(verifyStore)
  const { shop } = usePage()

  useEffect(() => {
    void preloadVerifier()
    const { add, openBadge } = verifyStore.getState()
    const query = new URLSearchParams(location.search)
    const proofId = query.get('proof')
    if (proofId !== null) void openBadge(proofId)
    if (query.has(sampleParameter)) void addSample()
    // Files chosen or dropped before hydration are in the native input.
    const input = document.getElementById(verifyInputId)
    if (input instanceof HTMLInputElement) {
      const earlyFiles = chosenFiles(input.files)
      input.value = ''
      if (earlyFiles.length > 0) void add(earlyFiles)
    }
    return acceptDropsAnywhere((inputs) => void add(inputs))
  }, [])

  return (
    <div className={page.page} id="verify" data-hydrate-now>
      <h1 className={page.title}>Verify a file and its proof</h1>
      <p className={page.intro}>
        Everything happens in this browser: the file is not uploaded, and once this page has loaded, it works
        offline. Nothing to check yet? <a href={verifySamplePath}>Try it with our sample order</a>.
      </p>
      {state.badge !== null && (
        <p className="verify-share">
          <CopyLink address={shop.publicUrl + proofPagePath(state.badge.id)} name="link to this proof" />
        </p>
      )}
      <output className="visually-hidden">{statusMessage(state)}</output>
      <VerifyForm state={state} />
    </div>
  )
}

function VerifyForm({ state }: { state: VerifyState }) {
  const { files, results, notice, badgeNotice, verificationCount, add, remove } = state
  const resultsElement = useRef<HTMLDivElement>(null)
  const deps = {
    copied: state.copied,
    shopLookups: state.shopLookups,
    onCopy: (value: string) => void state.copy(value),
    onAsk: (sha256: string) => void state.ask(sha256),
  }

  // Moves the focus after added files were verified, but not after a link opened a proof or a file was removed.
  useEffect(() => {
    if (verificationCount > 0 && resultsElement.current !== null) showVerdict(resultsElement.current)
  }, [verificationCount])

  return (
    <div className="verify-form">
      <div className="verify-input">
        <DropArea onFiles={(inputs) => void add(inputs)} />
        {badgeNotice !== null && <p className="verify-notice">{badgeNotice}</p>}
        {notice !== null && <p className="verify-notice">{notice}</p>}
        {files.length > 0 && <VerifyFiles files={files} results={results} onRemove={remove} />}
      </div>
      <div className="verify-results" ref={resultsElement}>
        {results.map((result) => (
          <ResultCard key={result.key} result={result} deps={deps} />
        ))}
      </div>
      <div className="verify-aside">
        <VerifyNotes />
      </div>
    </div>
  )
}

/** Adds the file and the proof of the sample order, as if the visitor had chosen them. */
async function addSample(): Promise<void> {
  const { fetchSample } = await import('./shop-calls.ts')
  const files = await fetchSample()
  if (files !== null) await verifyStore.getState().add(files)
}

/** Preloads the verifier's code, so that it works if the network is lost later. If this fails, the first file loads it. */
async function preloadVerifier(): Promise<void> {
  const emptyFile = { name: '', blob: new Blob(), sha256: '', path: null }
  try {
    const { readInWorker } = await import('./verification.ts')
    await Promise.all([
      hashFile(emptyFile.blob),
      readInWorker(startReadWorker(), emptyFile, new AbortController().signal),
    ])
  } catch {
    // The first file reports the failure.
  }
}

function VerifyNotes() {
  return (
    <section aria-labelledby="verify-notes" className="verify-notes">
      <h2 id="verify-notes">What a proof shows</h2>
      <p>
        That this file, byte for byte, existed no later than the time of a block, together with its record: a
        name, a title, a description.
      </p>
      <h2>What it doesn’t show</h2>
      <p>Who made the work, or whether someone else had it first.</p>
      <h2>Without us</h2>
      <p>
        Every evidence ZIP contains verify.html: this page as one file that works offline, even if we’re no
        longer around.
      </p>
    </section>
  )
}
