import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { configurationDocument } from './configuration-document.ts'

/** `npm run docs` */
writeFileSync(
  path.resolve(import.meta.dirname, '../../../../../docs/configuration.md'),
  configurationDocument(),
)
