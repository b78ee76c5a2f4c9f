import {
  auditSubjectName,
  auditDetail,
  auditSeparator,
  auditPhrase,
} from '@priormark/core/staff/audit/audit-phrases'
import { expect, test } from 'vitest'

test('an action of a newer version is shown by its name', () => {
  expect(auditPhrase('price.changed')).toBe('changed the price')
  expect(auditPhrase('shop.closed')).toBe('shop.closed')
  expect(auditPhrase('constructor')).toBe('constructor')
})

test('details say what was changed', () => {
  expect(auditDetail('order.changed', 'blockchainLink, status, withoutPayment')).toBe(
    'saved the blockchain link, although the payment was refunded or is disputed',
  )
  expect(auditDetail('order.link_used', 'copy')).toBe('copied it')
  expect(auditDetail('mail.resent', 'refund_failed')).toBe('Failed refund email')
  expect(auditDetail('admin.invited', 'blog')).toBe('as a blog writer')
  expect(auditDetail('admin.role_changed', 'blog, owner')).toBe('from Blog writer to Owner')
  expect(auditDetail('price.changed', '$8.97 to $9.00')).toBe('from $8.97 to $9.00')
  expect(auditDetail('login', null)).toBe('')
  const author = { action: 'author.created', subject: '2', subjectName: null }
  expect(auditSubjectName({ ...author, detail: 'Bo' })).toBe('Bo')
  expect(auditDetail('author.created', 'Bo')).toBe('')
})

test('a detail continues the sentence or follows a colon', () => {
  const sentence = (action: string, subject: string, detail: string) =>
    `${auditPhrase(action)} ${subject}${auditSeparator(action)}${auditDetail(action, detail)}`
  expect(sentence('admin.invited', 'w@example.org', 'blog')).toBe('invited w@example.org as a blog writer')
  expect(sentence('admin.role_changed', 'wanda', 'blog, owner')).toBe(
    'changed the role of the administrator wanda from Blog writer to Owner',
  )
  expect(sentence('post.created', 'Notes', 'draft')).toBe('created the post Notes: draft')
})
