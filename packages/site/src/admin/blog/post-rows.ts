import { createRowCursor } from '../ui/row-keys.ts'

/** The current row of the list of posts. */
export const postCursor = createRowCursor('post')

/** The address of a post's editor. */
export function editorPath(id: string): string {
  return `/admin/blog/editor?id=${id}`
}
