import { PostInput } from '@priormark/core/blog/post-input'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { formErrors } from '../../shell/form-errors.ts'
import { createAutosaver } from './autosaver.ts'
import type { DeskStart } from './desk-start.ts'
import type { DeskPorts, DeskState, KeptPlace } from './desk-state.ts'
import type { LocalCopy } from './local-copies.ts'
import {
  copyOf,
  emptyForm,
  isSameForm,
  slugFollowsTitle,
  submissionOf,
  withTitle,
  type PostForm,
} from './post-form.ts'
import type { PostSaving, SaveOutcome } from './save-post.ts'

interface DeskParts {
  /** The post to edit; null for a new one. */
  start: DeskStart | null
  /** The administrator's name. */
  by: string
  ports: DeskPorts
}

/** Autosave 3 s after the last key (DESIGN.md section 8). */
export const autosaveDelayMs = 3_000
const autosaveRetryMs = 15_000
/** How much writing a crash of the tab may cost, in milliseconds. */
const copyPauseMs = 500

export type PostDesk = ReturnType<typeof createPostDesk>

/** The work on one post, free of React: what is typed, what is kept of it meanwhile, and how it is saved. */
export function createPostDesk({ start, by, ports }: DeskParts) {
  const first = start?.form ?? emptyForm
  const store: StoreApi<DeskState> = createStore(() => ({
    postId: start?.id ?? ports.newId(),
    version: start?.version ?? null,
    copyId: ports.newId(),
    base: first,
    form: first,
    slugFollows: slugFollowsTitle(start === null, first),
    errors: start?.problem?.fields ?? {},
    freeSlug: start?.problem?.freeSlug ?? null,
    autosave: { kind: 'idle' },
    isSaving: false,
    isPublished: start?.version != null && first.status === 'published',
    theirs: start?.theirs ?? null,
    isDone: false,
  }))
  const { getState, setState } = store
  let release = ports.hold(getState().copyId)
  let copyTimer: ReturnType<typeof setTimeout> | undefined
  let attempt = { saving: '', key: '' }

  const autosaver = createAutosaver<LocalCopy>({
    save: (copy) => ports.autosave(copy),
    onState: (autosave) => setState({ autosave }),
    delayMs: autosaveDelayMs,
    retryMs: autosaveRetryMs,
  })

  function currentCopy(): LocalCopy {
    const { copyId: id, postId, version, form } = getState()
    return { id, postId, version, by, at: new Date().toISOString(), form }
  }

  function keepLocally() {
    clearTimeout(copyTimer)
    copyTimer = undefined
    if (isDirty(getState())) ports.keepCopy(currentCopy())
  }

  /** Keeps what was just changed: here within half a second, on the server once the typing pauses. */
  function keep() {
    if (isDirty(getState())) {
      copyTimer ??= setTimeout(keepLocally, copyPauseMs)
      autosaver.change(currentCopy())
    } else {
      forget()
    }
  }

  function forget() {
    clearTimeout(copyTimer)
    copyTimer = undefined
    autosaver.cancel()
    ports.dropCopy(getState().copyId)
  }

  function edit(change: Partial<PostForm>) {
    setState(({ form, errors }) => ({
      form: { ...form, ...change },
      errors: Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in change))),
      ...('slug' in change ? { freeSlug: null } : {}),
    }))
    keep()
  }

  /** The same attempt has the same key, so that one that was lost on its way may be made again. */
  function keyOf(saving: PostSaving): string {
    const text = JSON.stringify(saving)
    if (attempt.saving !== text) attempt = { saving: text, key: ports.newId() }
    return attempt.key
  }

  async function send(saving: PostSaving): Promise<SaveOutcome> {
    setState({ isSaving: true, errors: {}, freeSlug: null })
    keepLocally()
    try {
      const outcome = await ports.save(saving, keyOf(saving))
      if (outcome.kind === 'saved' || outcome.kind === 'kept') done()
      else if (outcome.isKept && saving.conflict?.how !== 'copy') nowKept(saving.form)
      if (outcome.kind === 'conflict') setState({ theirs: outcome.theirs })
      if (outcome.kind === 'refused') setState({ errors: outcome.fields, freeSlug: outcome.freeSlug })
      return outcome
    } finally {
      setState({ isSaving: false })
    }
  }

  /** The machine has this text: only what is written after it is unsaved. */
  function nowKept(base: PostForm) {
    setState({ base })
    keep()
  }

  /** Keeps what is written under this editor's id, and goes on under another, so that it is not written over. */
  async function setMineAside(): Promise<KeptPlace> {
    const mine = currentCopy()
    ports.keepCopy(mine)
    autosaver.change(mine)
    const isKept = await autosaver.flush()
    autosaver.cancel()
    release()
    if (isKept) ports.dropCopy(mine.id)
    const copyId = ports.newId()
    release = ports.hold(copyId)
    setState({ copyId })
    return isKept ? 'revision' : 'local copy'
  }

  function done() {
    forget()
    setState({ isDone: true, theirs: null })
    release()
  }

  return {
    store,
    edit,
    setTitle(title: string) {
      const { form, slugFollows } = getState()
      const { slug } = withTitle(form, title, slugFollows)
      edit(slug === form.slug ? { title } : { title, slug })
    },
    setSlug(slug: string) {
      setState({ slugFollows: slug === '' })
      edit({ slug })
    },
    /** The rich editor writes HTML in its own way: what it makes of the unchanged content is no change. */
    adoptContent(written: string) {
      const { form, base } = getState()
      if (form.content === base.content) setState({ base: { ...base, content: written } })
      setState({ form: { ...form, content: written } })
    },
    /** Goes on with a copy that an editor left behind, under that editor's id. */
    resume(copy: LocalCopy) {
      const { copyId } = getState()
      release()
      ports.dropCopy(copyId)
      release = ports.hold(copy.id)
      const { id, postId, version, form } = copy
      setState({ copyId: id, postId, version, form, slugFollows: slugFollowsTitle(version === null, form) })
      keep()
    },
    /** Saves; the outcome is in the state too. Null where the form itself is not good yet. */
    async save(): Promise<SaveOutcome | null> {
      const { postId: id, version, form } = getState()
      const errors = formErrors(PostInput, submissionOf(form))
      setState({ errors })
      return Object.keys(errors).length > 0 ? null : send({ id, version, form })
    },
    /** Mine over the version that was shown beside it; theirs stays among the revisions. */
    async keepMine(): Promise<SaveOutcome | null> {
      const { postId: id, theirs, form } = getState()
      if (theirs === null) return null
      const { version } = theirs
      const outcome = await send({ id, version, form, conflict: { id, how: 'mine', seenVersion: version } })
      if (outcome.kind === 'refused') setState({ theirs: null, version })
      return outcome
    },
    /** Mine as another post. A name that is taken is changed to one that is free. */
    async saveAsCopy(): Promise<SaveOutcome> {
      const { postId, theirs, form } = getState()
      const conflict = { id: postId, how: 'copy' as const, seenVersion: theirs?.version ?? null }
      const saving = { id: ports.newId(), version: null, form: copyOf(form), conflict }
      const outcome = await send(saving)
      if (outcome.kind !== 'refused' || outcome.freeSlug === null) return outcome
      return send({ ...saving, form: { ...saving.form, slug: outcome.freeSlug } })
    },
    /** Goes on with theirs. Mine is kept first; answers where, or null where theirs is another by now and must be compared. */
    async takeTheirs(): Promise<KeptPlace | null> {
      const { theirs, postId: id, version, copyId, form: mine } = getState()
      const given = await ports.giveUp?.({ id, version, form: mine }, theirs?.version ?? null)
      if (given?.kind === 'moved') {
        setState({ theirs: given.theirs })
        return null
      }
      const aside = await setMineAside()
      const place = given?.kind === 'binned' && aside === 'local copy' ? 'bin' : aside
      if (place === 'bin') ports.dropCopy(copyId)
      const form = theirs?.form ?? null
      if (theirs === null || form === null) setState({ isDone: true, theirs: null })
      else {
        const isPublished = form.status === 'published'
        setState({ base: form, form, isPublished, version: theirs.version, theirs: null, errors: {} })
      }
      return place
    },
    /** Goes on with the texts of a revision; what stood in the editor is kept as one of its own. */
    async restore(texts: Partial<PostForm>): Promise<void> {
      if (isDirty(getState())) await setMineAside()
      edit(texts)
    },
    backToMine: () => setState({ theirs: null }),
    /** Puts what is written so far on the server, where a preview shows it. False where that failed. */
    flush(): Promise<boolean> {
      if (isDirty(getState())) autosaver.change(currentCopy())
      return autosaver.flush()
    },
    /** The tab may go any moment: keeps in this browser what is not kept yet. */
    keepLocally,
    /** Nothing of this editor is wanted any more; its last autosave stays among the revisions. */
    done,
    /**
     * The writer goes without saving. What was written stays: among the revisions, or as a copy in this browser where
     * the post was never saved or the server does not answer.
     */
    async leave(): Promise<void> {
      keepLocally()
      const { copyId, version } = getState()
      autosaver.change(currentCopy())
      const isKept = await autosaver.flush()
      autosaver.cancel()
      if (isKept && version !== null) ports.dropCopy(copyId)
      setState({ isDone: true })
    },
    /** The editor closes, by whatever way: what is not saved stays kept. */
    close() {
      if (!getState().isDone) keepLocally()
      clearTimeout(copyTimer)
      autosaver.cancel()
      release()
    },
  }
}

/** Whether an editor holds what is not saved. */
export function isDirty({ isDone, form, base }: DeskState): boolean {
  return !isDone && !isSameForm(form, base)
}
