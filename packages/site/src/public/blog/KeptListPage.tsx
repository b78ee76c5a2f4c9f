import { drawnHtml, isDrawn, LoadPage } from './drawn-page.ts'
import { listId } from './still-ids.ts'

const drawn = drawnHtml(listId)

/** The list of posts in the browser: as the server drew it. All of it works by links and a form. */
export function KeptListPage() {
  if (!isDrawn(drawn)) return <LoadPage />
  return <div id={listId} dangerouslySetInnerHTML={{ __html: drawn }} />
}
