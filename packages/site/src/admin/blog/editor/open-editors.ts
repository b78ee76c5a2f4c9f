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

/** The ids of all editors that are open in this browser. */
export async function openEditorIds(): Promise<string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}
