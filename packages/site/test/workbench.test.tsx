import { readdirSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { entries } from '../workbench/entries.ts'
import { Workbench } from '../workbench/Workbench.tsx'

const componentsIn = (folder: string) =>
  readdirSync(path.join(import.meta.dirname, '..', folder))
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => path.basename(name, '.tsx'))

describe('the workbench', () => {
  test('has an entry for each component of src/ui', () => {
    const titles = Object.values(entries).map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(componentsIn('src/ui')))
  })

  test('renders every state', () => {
    const html = renderToStaticMarkup(<Workbench />)
    for (const name of Object.values(entries).flatMap(({ states }) => Object.keys(states))) {
      expect(html).toContain(`<figcaption>${name}</figcaption>`)
    }
  })
})
