import { expect, test } from 'vitest'
import { dismissToast, toast, useToastStore } from '../src/ui/toast-store.ts'

const shown = () => useToastStore.getState().current

test('a toast takes the place of the one on screen', () => {
  toast({ title: 'One' })
  toast({ title: 'Two', description: 'More', variant: 'destructive' })
  expect(shown()).toMatchObject({ title: 'Two', description: 'More', variant: 'destructive' })
})

test('the same words shown again are a new toast', () => {
  toast({ title: 'Again' })
  const first = shown()?.id
  toast({ title: 'Again' })
  expect(shown()?.id).not.toBe(first)
})

test('an old toast cannot take a newer one away', () => {
  toast({ title: 'Old' })
  const old = shown()?.id ?? 0
  toast({ title: 'New' })
  dismissToast(old)
  expect(shown()?.title).toBe('New')
  dismissToast(shown()?.id ?? 0)
  expect(shown()).toBeNull()
})
