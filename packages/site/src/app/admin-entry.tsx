import { mountAdmin } from '../admin/index.ts'
import { addNonceToStyles } from '../ui/style-nonce.ts'
import { storeAdminShell } from './admin-shell.ts'
import { webPlatform } from './web-platform.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')
addNonceToStyles()
mountAdmin(root, webPlatform)

if (webPlatform.credential.get() !== null) storeAdminShell()

// The service worker shows the images of drafts that are not on the server yet, and the admin's page without the server.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => {})
