import process from 'node:process'
import { startVitest } from 'vitest/node'

/**
 * `node packages/core/test/draft-mutants.ts`: breaks the drafts in one place after the other, and proves that the tests of
 * the machine and of its laws notice. Ends with status 1 where one goes unnoticed, or where its place is not there any more.
 */

interface Mutant {
  name: string
  file: string
  from: string
  to: string
}

const machine = 'src/drafts/draft-machine.ts'
const sync = 'src/drafts/draft-sync.ts'
const model = 'testing/draft-model.ts'

const mutants: readonly Mutant[] = [
  {
    name: 'a new idempotency key at every try',
    file: sync,
    from: 'const answer = await this.#parts.server.send(id, frozen.request)',
    to: 'const answer = await this.#parts.server.send(id, { ...frozen.request, id: this.#parts.newId() })',
  },
  {
    name: 'a server that forgets its keys',
    file: model,
    from: 'if (before !== undefined) return before',
    to: '',
  },
  {
    name: 'a pull that moves a dirty draft onto the newer version',
    file: machine,
    from: "if (draftState(row) === 'clean') return adopt(row, post)",
    to: "if (draftState(row) === 'clean') return adopt(row, post)\n  if (draftState(row) === 'dirty' && post.text !== null) return { ...row, baseVersion: post.version, base: post.text }",
  },
  {
    name: 'an answer that clears what was typed meanwhile',
    file: machine,
    from: 'const isSettled = row.request.revision === row.revision',
    to: 'const isSettled = true',
  },
  {
    name: '412 that writes over theirs',
    file: machine,
    from: ': { ...row, request: null, theirs }',
    to: ': { ...row, request: null, baseVersion: theirs.version, base: theirs.text }',
  },
  {
    name: '412 that takes theirs unasked',
    file: machine,
    from: ': { ...row, request: null, theirs }',
    to: ': adopt(row, theirs)',
  },
  {
    name: 'a lost login that drops the request and the draft',
    file: sync,
    from: 'if (isUndecided(answer)) return answer.outcome',
    to: "if (answer.outcome === 'unauthenticated') await this.#parts.store.change([id], (rows) => { const row = rows.get(id); return row ? write(id, { ...row, request: null, draft: null }) : nothing })\n    if (isUndecided(answer)) return answer.outcome",
  },
  {
    name: 'a cursor that goes ahead of its posts',
    file: sync,
    from: 'await store.change(\n        posts',
    to: "await store.change([], () => ({ change: { cursor }, result: null }))\n      this.#passed('pulled')\n      await store.change(\n        posts",
  },
  {
    name: 'a request that is not written down before it is sent',
    file: sync,
    from: 'return isSame ? write(row.id, freezeDraft(current, requestId, sent)) : nothing',
    to: 'if (isSame) void this.#parts.server.send(row.id, freezeDraft(current, requestId, sent).request as never)\n      return nothing',
  },
  {
    name: 'our own echo taken for somebody else',
    file: machine,
    from: 'post.version === null || post.version > version',
    to: 'post.version === null || post.version >= version',
  },
  {
    name: '"theirs" that forgets the draft',
    file: machine,
    from: "binned: how === 'theirs' ? row.draft : null",
    to: 'binned: null',
  },
  {
    name: 'a copy under the same id',
    file: sync,
    from: 'const copyId = this.#parts.newId()',
    to: 'const copyId = id',
  },
  {
    name: 'images that are sent as references',
    file: sync,
    from: 'this.#parts.images.replace(text, urls)',
    to: 'text',
  },
  {
    name: 'a deletion that does not go to the bin',
    file: sync,
    from: 'return write(id, removeDraft(row), { binned })',
    to: 'void binned\n      return write(id, removeDraft(row))',
  },
  {
    name: 'a freeze that takes an older text for the newest',
    file: sync,
    from: "const isSame = current?.revision === row.revision && draftState(current) === 'dirty'\n      return isSame ? write(row.id, freezeDraft",
    to: "const isSame = current !== undefined && draftState(current) === 'dirty'\n      return isSame ? write(row.id, freezeDraft",
  },
  {
    name: 'an edit that forgets what it began with',
    file: machine,
    from: 'if (!isLater(row.ownSince, seenVersion)) return edited',
    to: 'return edited',
  },
  {
    name: 'a round that is not made again where it was asked for',
    file: sync,
    from: "if (outcome === 'later' || outcome === 'unauthenticated' || !this.#isAskedAgain) return outcome",
    to: 'return outcome',
  },
  {
    name: 'a post that the server breaks at, and that holds up what is behind it',
    file: sync,
    from: "if (outcome === 'broken') end = outcome",
    to: "if (outcome === 'broken') return outcome",
  },
  {
    name: 'a post that the server breaks at, taken for sent',
    file: sync,
    from: "if (outcome === 'broken') end = outcome",
    to: '',
  },
  {
    name: 'news that is taken for all while there is more',
    file: sync,
    from: 'isLastNews: !more',
    to: 'isLastNews: true',
  },
]

/** Whether the tests notice a mutant. */
async function isNoticed({ name, file, from, to }: Mutant): Promise<boolean> {
  let isApplied = false
  const vitest = await startVitest(
    'test',
    ['test/draft-sync.test.ts', 'test/draft-machine.test.ts'],
    {
      root: new URL('..', import.meta.url).pathname,
      watch: false,
      reporters: [],
      bail: 1,
      fsModuleCache: false,
    },
    {
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          transform(code, id) {
            if (!id.endsWith(file)) return null
            if (!code.includes(from)) throw new Error(`${name}: its place in ${file} is not there any more`)
            isApplied = true
            return code.replace(from, () => to)
          },
        },
      ],
    },
  )
  const failed = vitest.state.getTestModules().some((module) => !module.ok())
  await vitest.close()
  process.exitCode = 0
  return isApplied && failed
}

let survivors = 0
for (const mutant of mutants) {
  const noticed = await isNoticed(mutant)
  if (!noticed) survivors += 1
  process.stdout.write(`${noticed ? 'noticed ' : 'SURVIVED'}  ${mutant.name}\n`)
}
process.stdout.write(`${mutants.length - survivors} of ${mutants.length} noticed\n`)
process.exitCode = survivors === 0 ? 0 : 1
