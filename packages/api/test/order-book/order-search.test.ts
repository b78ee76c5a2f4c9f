import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { orderSearchText } from '../../src/order-book/order-search.ts'
import { openTestDatabase } from '../../testing/database.ts'

test('the tables match the entities', async () => {
  const database = await openTestDatabase()
  try {
    expect(await database.findSchemaDrift()).toBe('')
  } finally {
    await database.close()
  }
})

test('the longest accepted names fit into the index of open orders', () => {
  // Each of these is one letter in the form and four bytes in the index.
  const name = '\u{1F3B5}'.repeat(200)
  const id = randomUUID()
  const text = orderSearchText({
    id,
    number: 1042,
    email: 'ann@example.org',
    firstName: name,
    lastName: name,
    projectName: name,
  })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_400)
  expect(text.startsWith(`#1042 ${id} \u{1F3B5}`)).toBe(true)
  expect(text).toContain(' ann@example.org ')
  expect(text.endsWith('\u{1F3B5}')).toBe(true)
})

test('names of usual length are indexed completely, without case and accents', () => {
  const id = randomUUID()
  const order = {
    id,
    number: 1042,
    email: 'JO@example.org',
    firstName: 'José',
    lastName: 'Ruiz',
    projectName: 'Über  Land',
  }
  expect(orderSearchText(order)).toBe(`#1042 ${id} jose ruiz jo@example.org uber land`)
})
