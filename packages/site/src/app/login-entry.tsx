import { mountLogin } from '../admin/index.ts'
import { addNonceToStyles } from '../ui/style-nonce.ts'
import { unlessBlocked } from '../ui/unless-blocked.ts'
import { openedByLoginKey, tokenKey } from './stored-token.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')
addNonceToStyles()

// Without storage, a login lasts only as long as its document, so the admin itself shows the form.
if (unlessBlocked(() => localStorage.length) === null) location.replace('/admin')
else mountLogin(root, openAdmin)

function openAdmin(token: string, path: string): void {
  localStorage.setItem(tokenKey, token)
  sessionStorage.setItem(openedByLoginKey, '')
  location.replace(path)
}
