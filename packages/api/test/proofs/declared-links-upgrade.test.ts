import { randomUUID } from 'node:crypto'
import type { AnchorKind } from '@priormark/core/anchors/anchor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/sql/database.ts'
import { openEmptyDatabase } from '../../testing/database.ts'

const link = 'https://etherscan.io/tx/1'
const hash = (digit: string) => digit.repeat(64)

let database: Database

beforeAll(async () => {
  database = await openEmptyDatabase()
  await database.migrate('Migration20261122230000_time_zone')
})
afterAll(() => database.close())

const run = (sql: string, values: readonly unknown[] = []) => database.fork().execute(sql, [...values])

async function addBatch(root: string, kinds: readonly AnchorKind[], leafCount: number): Promise<string> {
  const id = randomUUID()
  await run('insert into anchor_batch (id, root, leaf_count, sealed_at) values (?, ?, ?, now())', [
    id,
    root,
    leafCount,
  ])
  for (const kind of kinds)
    await run(
      'insert into anchor (id, batch_id, kind, created_at, updated_at) values (?, ?, ?, now(), now())',
      [randomUUID(), id, kind],
    )
  return id
}

async function addLeaf(leaf: string, batch: string | null, declaredLink: string | null): Promise<void> {
  await run(
    `insert into proof_leaf (id, file_sha256, record, salt, commitment, leaf, created_at, batch_id, declared_link)
     values (?, ?, '{}', ?, ?, ?, now(), ?, ?)`,
    [randomUUID(), hash('a'), hash('a'), hash('a'), leaf, batch, declaredLink],
  )
}

const leafRow = async (leaf: string) => {
  const [row] = await database.fork().execute<object[]>(
    `select b.root, b.leaf_count as "leafCount", l.declared_link as "declaredLink", l.leaf_index as "leafIndex", l.path,
       (select json_agg(json_build_array(a.kind, a.state, a.link) order by a.kind) from anchor a where a.batch_id = b.id)
       as anchors
     from proof_leaf l left join anchor_batch b on b.id = l.batch_id where l.leaf = ?`,
    [leaf],
  )
  return row
}

test('an upgrade gives orders with a declared link a batch of their own, unless a chain has their record', async () => {
  const shared = await addBatch(hash('1'), ['manual'], 2)
  await addLeaf(hash('2'), shared, link)
  await addLeaf(hash('3'), shared, null)
  await addLeaf(hash('4'), null, link)
  await addLeaf(hash('5'), await addBatch(hash('6'), ['evm', 'manual'], 1), link)
  await addLeaf(hash('7'), await addBatch(hash('7'), ['manual'], 1), link)
  await addLeaf(hash('8'), await addBatch(hash('9'), ['manual'], 1), link)

  await database.migrate()

  const alone = (root: string) => ({
    root,
    leafCount: 1,
    declaredLink: link,
    anchors: [['manual', 'final', link]],
  })
  for (const leaf of [hash('2'), hash('4'), hash('8')])
    expect(await leafRow(leaf)).toEqual({ ...alone(leaf), leafIndex: 0, path: [] })
  expect(await leafRow(hash('3'))).toMatchObject({
    root: hash('1'),
    leafCount: 1,
    declaredLink: null,
    anchors: [['manual', 'queued', null]],
  })
  expect(await leafRow(hash('5'))).toMatchObject({
    root: hash('6'),
    declaredLink: null,
    anchors: [
      ['evm', 'queued', null],
      ['manual', 'queued', null],
    ],
  })
  expect(await leafRow(hash('7'))).toMatchObject(alone(hash('7')))
  expect(await run('select 1 from anchor_batch where root = ?', [hash('9')])).toEqual([])
})
