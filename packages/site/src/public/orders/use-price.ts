import { fallbackPrice } from '@priormark/core/platform/limits'
import { formatDollars } from '@priormark/core/platform/money'
import { usePage } from '../../rendering/page/page-context.tsx'

/** Returns the formatted price, or the screen's fallback while it is unknown. */
export function usePrice(screen: 'checkout' | 'terms' = 'checkout'): string {
  return formatDollars(usePage().price ?? fallbackPrice[screen])
}
