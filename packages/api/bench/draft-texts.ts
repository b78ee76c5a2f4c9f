import type { PostInput } from '@priormark/core/blog/post-input'
import { postInput } from '@priormark/core/testing/post-input'

const words =
  'the landing of a harbour song over quiet water where letters wait and every line keeps its own time until morning'.split(
    ' ',
  )

/** A post of 350 words that no other number has, each of twenty; one in a thousand has 'xylophone' in its title. */
export function benchPost(number: number): PostInput {
  const word = (place: number) => words[scattered(number * 1_000 + place) % words.length] ?? ''
  const paragraph = (first: number) =>
    `<p>${Array.from({ length: 70 }, (_, index) => word(first + index)).join(' ')}</p>`
  const instrument = number % 1000 === 0 ? 'xylophone' : word(number)
  return postInput({
    title: `Post ${number} of the ${instrument}`,
    content: [0, 70, 140, 210, 280].map(paragraph).join(''),
    slug: `bench-post-${number}`,
  })
}

/** The same number always leads to the same one, and its neighbours to others. */
function scattered(number: number): number {
  return Math.imul(number + 1, 2_654_435_761) >>> 16
}
