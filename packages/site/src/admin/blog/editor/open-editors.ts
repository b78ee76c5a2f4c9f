import type { DraftService, UnsavedText } from '@priormark/core/drafts/draft-service'

const prefix = 'priormark.editor.'

/**
 * Says to every tab that an editor is open, until the returned function is called or the tab ends in whatever way:
 * the browser gives a lock back by itself.
 */
export function holdEditor(id: string): () => void {
  let release = () => {}
  const isOver = new Promise<void>((resolve) => (release = resolve))
  void navigator.locks?.request(prefix + id, () => isOver)
  return release
}

/** Returns the newest text that an editor of a post left behind; editors that are open in this browser still have theirs. */
export async function findLeftBehind(
  drafts: Pick<DraftService, 'unsaved'>,
  postId: string | null,
): Promise<UnsavedText | null> {
  const [texts, locks] = await Promise.all([drafts.unsaved(postId), navigator.locks?.query()])
  const isOpen = ({ id }: UnsavedText) => locks?.held?.some(({ name }) => name === prefix + id) ?? false
  return texts.find((text) => !isOpen(text)) ?? null
}
