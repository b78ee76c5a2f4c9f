import { mountAdmin } from '../admin/index.ts'
import { addNonceToStyles } from '../ui/style-nonce.ts'
import { webPlatform } from './web-platform.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')
addNonceToStyles()
mountAdmin(root, webPlatform)

// The service worker shows the images of drafts that are not on the server yet.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => {})
