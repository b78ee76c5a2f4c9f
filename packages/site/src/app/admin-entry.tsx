import { mountAdmin } from '../admin/index.ts'
import { webPlatform } from './web-platform.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page lacks its root')
mountAdmin(root, webPlatform)
