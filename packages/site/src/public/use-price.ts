import { fallbackPrice } from '@priormark/core/limits'
import { formatDollars } from '@priormark/core/money'
import { usePage } from './page-state.ts'

/** The price as people read it; the stated fallback while it is not known (SPEC.md section 9). */
export function usePrice(screen: 'checkout' | 'terms' = 'checkout'): string {
  return formatDollars(usePage().price ?? fallbackPrice[screen])
}
