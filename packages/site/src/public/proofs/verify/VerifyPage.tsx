import { proofPagePath } from '@priormark/core/proofs/proof/proof-page'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import page from '../../platform/layout/page.module.css'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { CopyLink } from '../../platform/layout/CopyLink.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { VerifyForm } from './VerifyForm.tsx'
import { verifyInputId } from './DropArea.tsx'
import { chosenFiles, acceptDropsAnywhere } from './chosen-files.ts'
import { sampleParameter, verifySamplePath } from './sample-path.ts'
import { createVerifyStore, statusMessage } from './verify-store.ts'

/** The verifier of this tab. Its code is loaded after the page is shown, and then works offline. */
const verifyStore = createVerifyStore({
  load: async () => (await import('./verification.ts')).createVerification(startReadWorker),
  hash: async (blob, options) =>
    (await import('../../platform/hashing/hash-file.ts')).hashFile(blob, options),
  askShop: async (sha256) => (await import('./ask-shop.ts')).askShop(sha256),
  readBadge: async (proofId) => (await import('./ask-shop.ts')).readBadge(proofId),
  copyText,
})

function startReadWorker(): Worker {
  return new Worker(new URL('./read-worker-entry.ts', import.meta.url), { type: 'module' })
}

/** Checks a file against its proof. The file never leaves the browser. */
export function VerifyPage() {
  const state = useStore(verifyStore)
  const { shop } = usePage()

  useEffect(() => {
    void makeReady()
    const { add, openBadge } = verifyStore.getState()
    const query = new URLSearchParams(location.search)
    const proofId = query.get('proof')
    if (proofId !== null) void openBadge(proofId)
    if (query.has(sampleParameter)) void addSample()
    // Files chosen or dropped before hydration are in the native input.
    const input = document.getElementById(verifyInputId)
    if (input instanceof HTMLInputElement) {
      const waiting = chosenFiles(input.files)
      input.value = ''
      if (waiting.length > 0) void add(waiting)
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
      <VerifyForm state={state} canAsk aside={<VerifyNotes />} />
    </div>
  )
}

/** Hands in the file and the proof of the sample order, as if the visitor had chosen them. */
async function addSample(): Promise<void> {
  const { fetchSample } = await import('./fetch-sample.ts')
  const files = await fetchSample()
  if (files !== null) await verifyStore.getState().add(files)
}

/**
 * Preloads the verifier's code, so that it works if the network is lost later. If this fails, the first file loads it.
 */
async function makeReady(): Promise<void> {
  try {
    const { hashFile } = await import('../../platform/hashing/hash-file.ts')
    const { readInWorker } = await import('./read-in-worker.ts')
    const nothing = { name: '', blob: new Blob(), sha256: '', path: null }
    await Promise.all([
      import('./verification.ts'),
      hashFile(nothing.blob),
      readInWorker(startReadWorker(), nothing, new AbortController().signal),
    ])
  } catch {
    // The first file reports the failure.
  }
}

/** Explains what a proof shows and what it does not. */
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
