import { expect, test } from 'vitest'
import { dismissToast, toast, useToastStore } from '../../src/ui/toast-store.ts'

const shown = () => useToastStore.getState().current

test('a new toast replaces the current one', () => {
  toast({ title: 'One' })
  toast({ title: 'Two', description: 'More', variant: 'destructive' })
  expect(shown()).toMatchObject({ title: 'Two', description: 'More', variant: 'destructive' })
})

test('the same text shown again is a new toast', () => {
  toast({ title: 'Again' })
  const first = shown()?.id
  toast({ title: 'Again' })
  expect(shown()?.id).not.toBe(first)
})

test('dismissing an old toast keeps a newer one', () => {
  toast({ title: 'Old' })
  const old = shown()?.id ?? 0
  toast({ title: 'New' })
  dismissToast(old)
  expect(shown()?.title).toBe('New')
  dismissToast(shown()?.id ?? 0)
  expect(shown()).toBeNull()
})
