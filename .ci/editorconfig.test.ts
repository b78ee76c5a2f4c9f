import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

interface FormatOptions {
  printWidth: number
  tabWidth?: number
  useTabs?: boolean
  endOfLine?: string
}

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')

test('.editorconfig agrees with the formatter', () => {
  const format: FormatOptions = JSON.parse(read('.oxfmtrc.json'))
  const [, general = ''] = read('.editorconfig').split(/^\[.*\]$/m)
  const settings = Object.fromEntries(
    Array.from(general.matchAll(/^(\w+) = (.+)$/gm), ([, name, value]) => [name, value]),
  )
  expect(settings).toMatchObject({
    max_line_length: String(format.printWidth),
    indent_size: String(format.tabWidth ?? 2),
    indent_style: format.useTabs === true ? 'tab' : 'space',
    end_of_line: format.endOfLine ?? 'lf',
  })
})
