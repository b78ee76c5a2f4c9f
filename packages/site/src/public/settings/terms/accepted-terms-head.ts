import { legalTitles } from '@priormark/core/settings/legal'
import type { Shop } from '@priormark/core/settings/shop'
import { meta } from '../../platform/head/head-tags.ts'

/** Returns the head of the page of accepted terms. Search engines should find the current terms instead. */
export function acceptedTermsHead({ name }: Shop): { title: string; tags: string[] } {
  return { title: `${legalTitles.terms} | ${name}`, tags: [meta('name', 'robots', 'noindex')] }
}
