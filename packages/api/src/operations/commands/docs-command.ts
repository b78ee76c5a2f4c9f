import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { configurationDocument } from './configuration-document.ts'

/** `npm run docs` */
const file = path.resolve(import.meta.dirname, '../../../../../docs/configuration.md')
writeFileSync(file, configurationDocument())
