import { PostInput } from '@priormark/core/blog/post'
import type {
  DraftBasis,
  DraftSave,
  SaveResult,
  UnsavedText,
} from '@priormark/core/blog/drafts/draft-service'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { formErrors } from '../../platform/ui/form-errors.ts'
import {
  type PostStart,
  isCreated,
  isDirty,
  openingState,
  type PostEditorState,
  basisOf,
  copyOf,
  firstDraftOf,
  isSameForm,
  saveWithFreeSlug,
  slugFollowsTitle,
  submissionOf,
  withTitle,
} from './post-form.ts'
import type { RichEditorHandle } from './rich/RichEditor.tsx'
import { UnsavedTextSaver, type SavedPlace, type UnsavedTextDeps } from './unsaved-text.ts'

/** The side effects of an editor. */
export interface PostEditorDeps extends UnsavedTextDeps {
  /** Rejects if the text could be stored neither on the server nor here. */
  save(save: DraftSave): Promise<SaveResult>
}

/** The state and actions of one post editor, without React. */
export class PostEditorModel {
  readonly store: StoreApi<PostEditorState>
  /** The rich editor; null until it is loaded. */
  rich: RichEditorHandle | null = null
  readonly #deps: PostEditorDeps
  readonly #unsaved: UnsavedTextSaver
  /** The autosave that saves the post itself, while it runs. */
  #draftSave: Promise<unknown> | null = null

  /** @param start null for a new post. @param authorId the author of a new post, if it is not the default one */
  constructor(start: PostStart | null, deps: PostEditorDeps, authorId?: number) {
    this.#deps = deps
    this.store = createStore(() => openingState(start, deps.newId, authorId))
    this.#unsaved = new UnsavedTextSaver(this.store, {
      ...deps,
      autosave: (text) => this.#autosave(text),
    })
  }

  readonly edit = (change: Partial<PostInput>): void => {
    this.store.setState(({ form, errors }) => ({
      form: { ...form, ...change },
      errors: Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in change))),
      ...('slug' in change ? { freeSlug: null } : {}),
    }))
    this.#unsaved.schedule()
  }

  readonly setTitle = (title: string): void => {
    const { form, slugFollows } = this.#state
    const { slug } = withTitle(form, title, slugFollows)
    this.edit(slug === form.slug ? { title } : { title, slug })
  }

  readonly setSlug = (slug: string): void => {
    this.store.setState({ slugFollows: slug === '' })
    this.edit({ slug })
  }

  readonly connectRichEditor = (rich: RichEditorHandle): void => {
    this.rich = rich
    this.adoptContent(rich.getData())
  }

  /** Reads the rich editor now. While someone types, it is read with a delay. */
  readonly readContent = (): void => {
    const content = this.rich?.getData()
    if (content !== undefined && content !== this.#state.form.content) this.edit({ content })
  }

  #showContent(): void {
    this.rich?.setData(this.#state.form.content)
    if (this.rich !== null) this.adoptContent(this.rich.getData())
  }

  /** Takes the HTML as the rich editor normalized it. Normalizing unchanged content does not make it dirty. */
  adoptContent(content: string): void {
    const { form, base } = this.#state
    if (form.content === base.content) this.store.setState({ base: { ...base, content } })
    this.store.setState({ form: { ...form, content } })
  }

  /** Continues with the unsaved text of another editor, under that editor's id. */
  readonly resume = ({ id, postId, basedOn, content: form }: UnsavedText): void => {
    this.#unsaved.resume(id)
    const slugFollows = slugFollowsTitle(basedOn.version === null, form)
    const current = this.#state
    // The editor of the text created the post, and ended before it could record that.
    const isFromCreator =
      basedOn.version === null && current.basedOn.version === 1 && postId === current.postId
    this.store.setState({ postId, basedOn: isFromCreator ? current.basedOn : basedOn, form, slugFollows })
    this.#unsaved.schedule()
    this.#showContent()
  }

  /**
   * Saves, and updates the state with the result. Returns null if the form has errors. In place, the editor continues
   * with the saved text; otherwise it has ended.
   */
  async save({ isInPlace = false } = {}): Promise<SaveResult | null> {
    const errors = formErrors(PostInput, submissionOf(this.#state.form))
    this.store.setState({ errors })
    if (Object.keys(errors).length > 0) return null
    if (this.#draftSave !== null) {
      // The autosave that creates the post comes first, and this save is based on it.
      this.store.setState({ isSaving: true })
      await this.#draftSave
    }
    const { postId: id, basedOn, form } = this.#state
    return this.#submit({ id, content: submissionOf(form), basedOn }, isInPlace)
  }

  /** Replaces their version, as it was shown, with mine. Theirs stays among the revisions. */
  async keepMine(): Promise<SaveResult | null> {
    const { postId: id, theirs, form } = this.#state
    if (theirs === null) return null
    return this.#submit({ id, content: submissionOf(form), basedOn: basisOf(theirs), resolution: 'mine' })
  }

  /** Saves mine as another post. A taken slug is replaced by a free one. */
  async saveAsCopy(): Promise<SaveResult> {
    const { postId: id, theirs, basedOn, form } = this.#state
    const copy = {
      id,
      content: copyOf(form),
      basedOn: basisOf(theirs ?? basedOn),
      resolution: 'copy',
    } as const
    const { result } = await saveWithFreeSlug(copy, (save) => this.#submit(save))
    const isRejected = result.kind === 'rejected' && result.isStored
    // The copy is in the list of drafts, which sends it again or shows its problem.
    if (isRejected || result.kind === 'failed') this.finish()
    const { id: copyId, revision } = result
    return isRejected ? { id: copyId, revision, isStored: true, kind: 'queued', isLoggedOut: false } : result
  }

  /**
   * Continues with their version and keeps mine. Returns where mine is kept, or null if theirs changed again and must be
   * compared first. Rejects without a change if mine could not be kept.
   */
  async takeTheirs(): Promise<SavedPlace | null> {
    const { theirs, postId: id, form: mine } = this.#state
    if (theirs === null) return null
    const content = submissionOf(mine)
    const result = await this.#deps.save({ id, content, basedOn: basisOf(theirs), resolution: 'theirs' })
    if (result.kind === 'conflict') {
      this.store.setState({ theirs: result.theirs })
      return null
    }
    const place = await this.#unsaved.setAside(result.kind === 'discarded')
    if (place === null) throw new Error('The text could not be stored')
    const form = theirs.text
    if (form === null) this.store.setState({ isDone: true, theirs: null })
    else {
      const basedOn = { version: theirs.version, revision: result.revision }
      const isPublished = form.status === 'published'
      this.store.setState({ base: form, form, isPublished, basedOn, theirs: null, errors: {} })
      this.#showContent()
    }
    return place
  }

  /** Continues with the text of a revision. The current text becomes its own revision first. */
  async restore(texts: Partial<PostInput>): Promise<void> {
    if (isDirty(this.#state)) await this.#unsaved.setAside()
    this.edit(texts)
    this.#showContent()
  }

  /** Returns to the author's text without resolving the conflict; the next save reports it again. */
  readonly dismissConflict = (): void => this.store.setState({ theirs: null })

  /** Autosaves now, so that a preview shows the current text. */
  async flush(): Promise<void> {
    this.readContent()
    await this.#unsaved.flush()
  }

  /** Stores unsaved text on this computer now, because the tab may close. */
  storeLocally(): void {
    this.readContent()
    this.#unsaved.storeNow()
  }

  /** Ends the editor and drops its unsaved text. The last autosave stays among the revisions. */
  finish(): void {
    this.#unsaved.end()
    this.store.setState({ isDone: true, theirs: null })
  }

  /**
   * Leaves without saving. The text of a new post becomes its draft, that of another one a revision. It stays on this computer
   * if neither is possible.
   */
  async leave(): Promise<void> {
    this.store.setState({ isLeaving: true })
    await this.#unsaved.leave(() => isCreated(this.#state))
    this.store.setState({ isDone: true })
  }

  /** Closes the editor and keeps unsaved text. */
  close(): void {
    if (!this.#state.isDone) this.#unsaved.storeNow()
    this.#unsaved.close()
  }

  get #state(): PostEditorState {
    return this.store.getState()
  }

  /** Autosaves a text: the first time by creating the post, afterwards as a revision. */
  async #autosave(text: UnsavedText): Promise<void> {
    const { isNew, isSaving, isLeaving } = this.#state
    const isDraftWanted = isNew && !isSaving && (isLeaving || !isCreated(this.#state))
    const draft = isDraftWanted ? firstDraftOf(text.content) : null
    const isComplete = draft !== null && (await this.#saveDraft(draft)) && isSameForm(draft, text.content)
    if (!isComplete) await this.#deps.autosave(text)
  }

  /** Creates a new post as a draft before its author saves it. Returns false if no draft was stored. */
  async #saveDraft(draft: PostInput): Promise<boolean> {
    const { postId: id, basedOn } = this.#state
    const draftSave = saveWithFreeSlug({ id, content: draft, basedOn }, (save) => this.#deps.save(save))
    this.#draftSave = draftSave.catch(() => undefined)
    try {
      const { result, content } = await draftSave
      if (result.kind !== 'saved' && !result.isStored) return false
      if (this.#state.postId === id) this.#continueFrom(content, basedOn, result)
      return true
    } finally {
      this.#draftSave = null
    }
  }

  async #submit(save: DraftSave, isInPlace = false): Promise<SaveResult> {
    const { form } = this.#state
    this.store.setState({ isSaving: true, errors: {}, freeSlug: null })
    this.#unsaved.storeNow()
    try {
      const result = await this.#deps.save(save)
      if (isInPlace && (result.kind === 'saved' || result.kind === 'queued')) {
        this.store.setState({ isNew: false, theirs: null })
        this.#continueFrom(form, save.basedOn, result)
      } else this.#settle(save, form, result)
      return result
    } finally {
      this.store.setState({ isSaving: false })
    }
  }

  /** Continues after a save in place. Only later changes are unsaved. @param base the form as it was saved */
  #continueFrom(base: PostInput, before: DraftBasis, result: SaveResult): void {
    const isSent = result.kind === 'saved'
    // While the draft is not sent, the old version lets the next save notice what someone else has changed since.
    const version = (isSent ? result.version : null) ?? before.version
    const basedOn = { version, revision: result.revision }
    const isPublished = isSent ? base.status === 'published' : this.#state.isPublished
    this.store.setState({ base, basedOn, isSent, isPublished, savedAtMs: Date.now() })
    this.#unsaved.schedule()
  }

  /** Applies the result of a save. @param form the form as it was submitted */
  #settle(save: DraftSave, form: PostInput, result: SaveResult): void {
    if (result.kind === 'conflict') this.store.setState({ theirs: result.theirs })
    else if (result.kind !== 'rejected' && result.kind !== 'failed') return this.finish()
    else if (result.kind === 'rejected') {
      this.store.setState({ errors: result.problem.fields, freeSlug: result.problem.freeSlug })
    }
    if (save.resolution === 'copy' || save.id !== this.#state.postId) return
    if (result.isStored) {
      // Only later changes are unsaved.
      this.store.setState({ base: form })
      this.#unsaved.schedule()
    }
    const isRejected = result.kind !== 'conflict'
    if (isRejected) this.store.setState({ theirs: null })
    const basedOn = { version: save.basedOn.version, revision: result.revision }
    if (result.isStored || isRejected) this.store.setState({ basedOn })
  }
}
