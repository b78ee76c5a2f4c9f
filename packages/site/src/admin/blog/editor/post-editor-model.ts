import { PostInput } from '@priormark/core/blog/post-input'
import type { DraftBasis, DraftSave } from '@priormark/core/drafts/draft-save'
import type { SaveResult, UnsavedText } from '@priormark/core/drafts/draft-service'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { formErrors } from '../../ui/form-errors.ts'
import type { PostStart } from './open-post.ts'
import { isDirty, openingState, type PostEditorState } from './post-editor-state.ts'
import { copyOf, slugFollowsTitle, submissionOf, withTitle, type PostForm } from './post-form.ts'
import { UnsavedTextKeeper, type KeptPlace, type UnsavedTextPorts } from './unsaved-text.ts'

/** Everything an editor does to the world. */
export interface PostEditorPorts extends UnsavedTextPorts {
  /** Rejects if the text was kept nowhere: no network, no login. */
  save(save: DraftSave<PostInput>): Promise<SaveResult>
}

interface ModelParts {
  /** The post to edit; null for a new one. */
  start: PostStart | null
  ports: PostEditorPorts
}

/** The work on one post, free of React: what is typed, what is kept of it meanwhile, and how it is saved. */
export class PostEditorModel {
  readonly store: StoreApi<PostEditorState>
  readonly #ports: PostEditorPorts
  readonly #unsaved: UnsavedTextKeeper

  constructor({ start, ports }: ModelParts) {
    this.#ports = ports
    this.store = createStore(() => openingState(start, ports.newId))
    this.#unsaved = new UnsavedTextKeeper({
      ports,
      read: () => {
        const { postId, basedOn, form: content } = this.#state
        return { postId, basedOn, content }
      },
      isDirty: () => isDirty(this.#state),
      onAutosave: (autosave) => this.store.setState({ autosave }),
    })
  }

  readonly edit = (change: Partial<PostForm>): void => {
    this.store.setState(({ form, errors }) => ({
      form: { ...form, ...change },
      errors: Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in change))),
      ...('slug' in change ? { freeSlug: null } : {}),
    }))
    this.#unsaved.keep()
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

  /** The rich editor writes HTML in its own way: what it makes of the unchanged content is no change. */
  adoptContent(written: string): void {
    const { form, base } = this.#state
    if (form.content === base.content) this.store.setState({ base: { ...base, content: written } })
    this.store.setState({ form: { ...form, content: written } })
  }

  /** Goes on with what an editor left behind, under that editor's id. */
  resume({ id, postId, basedOn, content: form }: UnsavedText): void {
    this.#unsaved.resume(id)
    const slugFollows = slugFollowsTitle(basedOn.version === null, form)
    this.store.setState({ postId, basedOn, form, slugFollows })
    this.#unsaved.keep()
  }

  /** Saves; the result is in the state too. Returns null if the form itself has errors. */
  async save(): Promise<SaveResult | null> {
    const { postId: id, basedOn, form } = this.#state
    const content = submissionOf(form)
    const errors = formErrors(PostInput, content)
    this.store.setState({ errors })
    return Object.keys(errors).length > 0 ? null : this.#submit({ id, content, basedOn })
  }

  /** Mine over the version that was shown beside it; theirs stays among the revisions. */
  async keepMine(): Promise<SaveResult | null> {
    const { postId: id, theirs, form } = this.#state
    if (theirs === null) return null
    return this.#submit({ id, content: submissionOf(form), basedOn: basisOf(theirs), resolution: 'mine' })
  }

  /** Mine as another post. A slug that is taken is replaced by one that is free. */
  async saveAsCopy(): Promise<SaveResult> {
    const { postId: id, theirs, basedOn, form } = this.#state
    const content = copyOf(form)
    const first = await this.#submit({ id, content, basedOn: basisOf(theirs ?? basedOn), resolution: 'copy' })
    if (first.kind !== 'rejected') return first
    const { freeSlug } = first.problem
    const result = freeSlug === null ? first : await this.#resubmitCopy(first, { ...content, slug: freeSlug })
    if (result.kind !== 'rejected' || !result.isKept) return result
    // What is wrong with the copy can be seen in the list of drafts.
    this.done()
    const { id: copyId, revision } = result
    return { id: copyId, revision, isKept: true, kind: 'queued', isLoggedOut: false }
  }

  /**
   * Goes on with theirs. Mine is kept: returns where, or null if theirs is another text by now, which must be compared.
   * Rejects if mine could be kept nowhere; nothing is changed then.
   */
  async takeTheirs(): Promise<KeptPlace | null> {
    const { theirs, postId: id, form: mine } = this.#state
    if (theirs === null) return null
    const content = submissionOf(mine)
    const result = await this.#ports.save({ id, content, basedOn: basisOf(theirs), resolution: 'theirs' })
    if (result.kind === 'conflict') {
      this.store.setState({ theirs: result.theirs })
      return null
    }
    const place = await this.#unsaved.setAside(result.kind === 'binned')
    if (place === null) throw new Error('The text could be kept nowhere')
    const form = theirs.text
    if (form === null) this.store.setState({ isDone: true, theirs: null })
    else {
      const basedOn = { version: theirs.version, revision: result.revision }
      const isPublished = form.status === 'published'
      this.store.setState({ base: form, form, isPublished, basedOn, theirs: null, errors: {} })
    }
    return place
  }

  /** Goes on with the texts of a revision; what was in the editor is kept as a revision of its own. */
  async restore(texts: Partial<PostForm>): Promise<void> {
    if (isDirty(this.#state)) await this.#unsaved.setAside()
    this.edit(texts)
  }

  readonly backToMine = (): void => this.store.setState({ theirs: null })

  /** Puts what is written so far on the server, where a preview shows it. Returns false if that failed. */
  flush(): Promise<boolean> {
    return this.#unsaved.flush()
  }

  /** The tab may go any moment: keeps on this machine what is not kept yet. */
  keepLocally(): void {
    this.#unsaved.keepNow()
  }

  /** Nothing of this editor is wanted any more; its last autosave stays among the revisions. */
  done(): void {
    this.#unsaved.end()
    this.store.setState({ isDone: true, theirs: null })
  }

  /**
   * The writer goes without saving. What was written stays: among the revisions, or on this machine if the post
   * was never saved or the server is not reachable.
   */
  async leave(): Promise<void> {
    await this.#unsaved.leave(this.#state.basedOn.version !== null)
    this.store.setState({ isDone: true })
  }

  /** The editor closes, by whatever way: what is not saved stays kept. */
  close(): void {
    if (!this.#state.isDone) this.#unsaved.keepNow()
    this.#unsaved.close()
  }

  get #state(): PostEditorState {
    return this.store.getState()
  }

  #resubmitCopy({ id, revision }: SaveResult, content: PostInput): Promise<SaveResult> {
    return this.#submit({ id, content, basedOn: { version: null, revision } })
  }

  async #submit(save: DraftSave<PostInput>): Promise<SaveResult> {
    const { form } = this.#state
    this.store.setState({ isSaving: true, errors: {}, freeSlug: null })
    this.#unsaved.keepNow()
    try {
      const result = await this.#ports.save(save)
      this.#settle(save, form, result)
      return result
    } finally {
      this.store.setState({ isSaving: false })
    }
  }

  /** Takes over what came of a save. @param form what the editor held when it was saved */
  #settle(save: DraftSave<PostInput>, form: PostForm, result: SaveResult): void {
    if (result.kind === 'conflict') this.store.setState({ theirs: result.theirs })
    else if (result.kind !== 'rejected') return this.done()
    else {
      const { fields: errors, freeSlug } = result.problem
      this.store.setState({ errors, freeSlug })
    }
    const isCopy = save.resolution === 'copy' || save.id !== this.#state.postId
    if (isCopy) return
    if (result.isKept) {
      // Only what is written after this text is unsaved.
      this.store.setState({ base: form })
      this.#unsaved.keep()
    }
    const isRejected = result.kind === 'rejected'
    if (isRejected) this.store.setState({ theirs: null })
    if (result.isKept || isRejected) {
      this.store.setState({ basedOn: { version: save.basedOn.version, revision: result.revision } })
    }
  }
}

function basisOf({ version, revision }: DraftBasis): DraftBasis {
  return { version, revision }
}
