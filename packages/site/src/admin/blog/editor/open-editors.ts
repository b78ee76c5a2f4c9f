import type { DraftService, UnsavedText } from '@priormark/core/blog/drafts/draft-service'

const prefix = 'priormark.editor.'

/**
 * Marks an editor as open for all tabs, until the returned function is called or the tab ends. A Web Lock is used because
 * the browser releases it even after a crash.
 */
export function lockEditor(id: string): () => void {
  let release = () => {}
  const isOver = new Promise<void>((resolve) => (release = resolve))
  // Refused where storage is blocked.
  void navigator.locks?.request(prefix + id, () => isOver).catch(() => {})
  return release
}

/** Returns the newest unsaved text of a post that belongs to no open editor, or null. */
export async function findAbandonedText(
  drafts: Pick<DraftService, 'unsaved'>,
  postId: string | null,
): Promise<UnsavedText | null> {
  const [texts, locks] = await Promise.all([
    drafts.unsaved(postId),
    navigator.locks?.query().catch(() => null),
  ])
  const isOpen = ({ id }: UnsavedText) => locks?.held?.some(({ name }) => name === prefix + id) ?? false
  return texts.find((text) => !isOpen(text)) ?? null
}
