import type { PublicProof } from '@priormark/core/proofs/proof/public-proof'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { copyText } from '../../../ui/copy-text.ts'
import type { HashingOptions } from '../../platform/hashing/blob-hashes.ts'
import type { VerifyResult } from './verify-result.ts'
import type { InputFile } from './chosen-files.ts'
import type { Part } from './part-reading.ts'
import type { Verification } from './verification.ts'

/** A file that the visitor chose. Sizes in bytes, progress from 0 to 1. */
export interface VerifyFile {
  id: number
  name: string
  sizeBytes: number
  phase: 'waiting' | 'hashing' | 'read' | 'failed'
  progress: number
  parts: Part[]
  /** Why it could not be read. */
  failure: string | null
}

/** The state of looking up a fingerprint in the shop. */
export interface ShopLookup {
  isDone: boolean
  message: string
}

export interface VerifyState {
  files: VerifyFile[]
  results: VerifyResult[]
  /** How many times added files have been verified. */
  verificationCount: number
  /** The proof of the badge that linked here. */
  badge: PublicProof | null
  /** A notice about the badge. */
  badgeNotice: string | null
  /** A notice about files that were not added. */
  notice: string | null
  shopLookups: Record<string, ShopLookup>
  /** The value that was copied last. */
  copied: string | null
  add: (files: readonly InputFile[]) => Promise<void>
  remove: (id: number) => void
  /** Asks the shop whether a fingerprint is recorded. Nothing else is ever sent. */
  ask: (sha256: string) => Promise<void>
  openBadge: (proofId: string) => Promise<void>
  copy: (value: string) => Promise<void>
}

/** What the verifier needs from its page. */
export interface VerifyDeps {
  hash: (blob: Blob, options: HashingOptions) => Promise<string>
  load: () => Promise<Verification>
  /** Returns a message. Absent on the offline page. */
  askShop?: (sha256: string) => Promise<string>
  /** Returns null if there is no such proof. @throws if the request fails */
  readBadge?: (proofId: string) => Promise<PublicProof | null>
}

/** Unpacked evidence has ten files; a folder of thousands is a mistake. */
const maxFiles = 100

const unreachableMessage = 'The server could not be reached. Check your connection and try again.'

/** Creates the state of the verifier: the chosen files and their results. Files are hashed one after the other. */
export function createVerifyStore(deps: VerifyDeps): StoreApi<VerifyState> {
  let nextId = 1
  let queue = Promise.resolve()
  const hashingRuns = new Map<number, AbortController>()
  let loading: Promise<Verification> | null = null
  const loadVerification = () => (loading ??= deps.load())

  return createStore<VerifyState>((set, get) => {
    function change(id: number, changed: Partial<VerifyFile>): void {
      set({ files: get().files.map((file) => (file.id === id ? { ...file, ...changed } : file)) })
    }

    async function verifyFiles(): Promise<void> {
      const { files, badge } = get()
      if (files.some(({ phase }) => phase === 'waiting' || phase === 'hashing')) return
      const parts = files.flatMap((file) => file.parts)
      if (parts.length === 0 && badge === null) return set({ results: [] })
      const verification = await loadVerification()
      const results = await verification.verify({ parts, publicProof: badge })
      // Files may have been added or removed in the meantime.
      if (get().files === files && get().badge === badge) set({ results })
      else await verifyFiles()
    }

    async function readFile({ name, blob, path }: InputFile, id: number): Promise<void> {
      const controller = hashingRuns.get(id)
      if (controller === undefined || controller.signal.aborted) return
      change(id, { phase: 'hashing' })
      try {
        const sha256 = await deps.hash(blob, {
          signal: controller.signal,
          onProgress: (progress) => change(id, { progress }),
        })
        const verification = await loadVerification()
        const parts = await verification.read({ name, blob, sha256, path }, controller.signal)
        change(id, { phase: 'read', progress: 1, parts })
      } catch {
        if (controller.signal.aborted) return
        const failure = `${name} cannot be read. It was moved, changed or deleted after you chose it, or it is a folder. Choose it again.`
        change(id, { phase: 'failed', failure })
      } finally {
        hashingRuns.delete(id)
      }
    }

    return {
      files: [],
      results: [],
      verificationCount: 0,
      badge: null,
      badgeNotice: null,
      notice: null,
      shopLookups: {},
      copied: null,

      async add(inputs) {
        const freePlaces = maxFiles - get().files.length
        const newFiles = inputs.slice(0, Math.max(0, freePlaces)).map((file) => ({ file, id: nextId++ }))
        const rejectedCount = inputs.length - newFiles.length
        const notice =
          rejectedCount > 0
            ? `${rejectedCount === 1 ? '1 file was' : `${rejectedCount} files were`} not added. You can check up to ${maxFiles} at once.`
            : null
        for (const { id } of newFiles) hashingRuns.set(id, new AbortController())
        const waiting = { phase: 'waiting', progress: 0, failure: null } as const
        const addedFiles = newFiles.map(({ file: { name, blob }, id }) => {
          return { ...waiting, id, name, sizeBytes: blob.size, parts: [] }
        })
        set({ files: [...get().files, ...addedFiles], notice })
        for (const { file, id } of newFiles) queue = queue.then(() => readFile(file, id))
        queue = queue.then(verifyFiles)
        await queue
        set({ verificationCount: get().verificationCount + 1 })
      },

      remove(id) {
        hashingRuns.get(id)?.abort()
        hashingRuns.delete(id)
        set({ files: get().files.filter((file) => file.id !== id), notice: null })
        queue = queue.then(verifyFiles)
      },

      async ask(sha256) {
        const setLookup = (message: string, isDone = true) =>
          set({ shopLookups: { ...get().shopLookups, [sha256]: { isDone, message } } })
        setLookup('Checking…', false)
        setLookup((await deps.askShop?.(sha256).catch(() => unreachableMessage)) ?? unreachableMessage)
      },

      async openBadge(proofId) {
        set({ badgeNotice: 'Loading the public part of this proof…' })
        try {
          const badge = (await deps.readBadge?.(proofId)) ?? null
          const badgeNotice =
            badge === null
              ? 'There is no proof with this id here. You can still compare a file with its proof.'
              : null
          set({ badge, badgeNotice })
          queue = queue.then(verifyFiles)
          await queue
        } catch {
          set({ badgeNotice: unreachableMessage })
        }
      },

      async copy(value) {
        await copyText(value)
        set({ copied: value })
      },
    }
  })
}

/** Returns the text for screen readers: the progress, then the results. */
export function statusMessage({ files, results, notice, badgeNotice }: VerifyState): string {
  const current = files.find(({ phase }) => phase === 'hashing' || phase === 'waiting')
  if (current !== undefined) return `Computing the fingerprint of ${current.name}`
  const failures = files.flatMap(({ failure }) => failure ?? [])
  const titles = results.map(({ title }) => title)
  return [badgeNotice, notice, ...failures, ...titles].filter((message) => message !== null).join(' ')
}
