import { expect, test } from 'vitest'
import { customerEndpoints } from '@priormark/core/orders/customers/endpoints'
import { erasePath } from '@priormark/core/orders/customers/erase-path'

test('erasePath matches the endpoint that erases a customer, and no other of customers', () => {
  const paths = Object.entries(customerEndpoints).map(
    ([name, { path }]) =>
      [name, erasePath.test(path.replace(':id', '0190a3c2-0000-7000-8000-000000000001'))] as const,
  )
  expect(Object.fromEntries(paths)).toMatchObject({ erase: true, read: false, export: false })
})
