import type { PostInput } from '@priormark/core/blog/post'
import { postInput } from '@priormark/core/testing/post-input'

const words =
  'the landing of a harbour song over quiet water where letters wait and every line keeps its own time until morning'.split(
    ' ',
  )

/** Returns a unique post of 350 words for each number. One in a thousand has 'xylophone' in its title. */
export function benchPost(number: number): PostInput {
  const word = (place: number) => words[pseudorandom(number * 1_000 + place) % words.length] ?? ''
  const paragraph = (first: number) =>
    `<p>${Array.from({ length: 70 }, (_, index) => word(first + index)).join(' ')}</p>`
  const instrument = number % 1000 === 0 ? 'xylophone' : word(number)
  return postInput({
    title: `Post ${number} of the ${instrument}`,
    content: [0, 70, 140, 210, 280].map(paragraph).join(''),
    slug: `bench-post-${number}`,
  })
}

/** Returns a pseudorandom number, always the same for the same input. */
function pseudorandom(number: number): number {
  return Math.imul(number + 1, 2_654_435_761) >>> 16
}
