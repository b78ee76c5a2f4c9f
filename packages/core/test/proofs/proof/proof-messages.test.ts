import { marginText, verdictMessage } from '@priormark/core/proofs/proof/verdict-messages'
import { describe, expect, test } from 'vitest'

describe('what verifiers say', () => {
  test('has its parts in their places, and unknown places as they are', () => {
    expect(verdictMessage('check.path.many', { count: 3 })).toBe('3 steps lead from the leaf to the root.')
    expect(verdictMessage('check.path.many')).toBe('{count} steps lead from the leaf to the root.')
  })

  test('counts a margin in whole hours, or else in minutes', () => {
    expect(marginText(7_200)).toBe(verdictMessage('margin.hours', { count: 2 }))
    expect(marginText(5_400)).toBe(verdictMessage('margin.minutes', { count: 90 }))
  })
})
