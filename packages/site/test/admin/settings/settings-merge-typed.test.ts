import { expect, test } from 'vitest'
import { changedFields, mergeTyped } from '../../../src/admin/settings/use-settings-form.ts'

const base = {
  to: 'owner@example.org',
  faq: ['one', 'two'],
  texts: {
    confirmation: { subject: 'Thanks', opening: 'Hello' },
    links: { subject: 'Your links', opening: 'Hi' },
  },
}

test('mergeTyped keeps what two administrators changed in different texts of one group', () => {
  const mine = { ...base, texts: { ...base.texts, links: { ...base.texts.links, subject: 'Links' } } }
  const theirs = {
    ...base,
    to: 'b@example.org',
    texts: { ...base.texts, confirmation: { subject: 'Paid', opening: 'Hello' } },
  }
  expect(mergeTyped({ base, mine, theirs })).toEqual({
    to: 'b@example.org',
    faq: ['one', 'two'],
    texts: {
      confirmation: { subject: 'Paid', opening: 'Hello' },
      links: { subject: 'Links', opening: 'Hi' },
    },
  })
})

test('mergeTyped prefers what was typed, and takes lists as a whole', () => {
  const mine = { ...base, to: 'mine@example.org', faq: ['one'] }
  const theirs = { ...base, to: 'theirs@example.org', faq: ['one', 'two', 'three'] }
  expect(mergeTyped({ base, mine, theirs })).toMatchObject({ to: 'mine@example.org', faq: ['one'] })
  expect(changedFields(base, mine)).toEqual(['to', 'faq'])
})
