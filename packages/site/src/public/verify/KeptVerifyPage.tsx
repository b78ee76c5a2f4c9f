import { LoadPage } from '../blog/drawn-page.ts'
import { VerifyPage, verifyPageId } from './VerifyPage.tsx'

/** Read before anything can change it. */
const isDrawn = document.getElementById(verifyPageId) !== null

/** The verifier in the browser. Its style sheet comes with the page as the server draws it, so elsewhere it is loaded. */
export function KeptVerifyPage() {
  return isDrawn ? <VerifyPage /> : <LoadPage />
}
