import type { PostInput } from '@priormark/core/blog/post-input'
import { postStateLabels } from '@priormark/core/blog/post'
import type { ShopDates } from '../../platform/session/shop-dates.tsx'

const labels: readonly [keyof PostInput, string][] = [
  ['title', 'Title'],
  ['slug', 'URL Slug'],
  ['status', 'Status'],
  ['scheduledAt', 'Schedule for'],
  ['excerpt', 'Excerpt'],
  ['featuredImage', 'Featured Image URL'],
  ['categories', 'Categories'],
  ['tags', 'Tags'],
  ['metaTitle', 'Meta Title'],
  ['metaDescription', 'Meta Description'],
  ['metaKeywords', 'Meta Keywords'],
]

/** Returns the fields other than the content that differ between two versions. Fields that one does not have are equal. */
export function differingFields(
  mine: PostInput,
  theirs: Partial<PostInput>,
  { formatMoment }: ShopDates,
): { label: string; mine: string; theirs: string }[] {
  function displayText(field: keyof PostInput, value: PostInput[keyof PostInput]): string {
    if (field === 'status') return postStateLabels[value === 'published' ? value : 'draft']
    if (field === 'scheduledAt' && typeof value === 'string') return formatMoment(value)
    if (Array.isArray(value)) return value.join(', ')
    return value === null ? '' : String(value)
  }

  return labels.flatMap(([field, label]) => {
    const value = theirs[field]
    if (value === undefined) return []
    const [one, other] = [displayText(field, mine[field]), displayText(field, value)]
    return one === other ? [] : [{ label, mine: one, theirs: other }]
  })
}
