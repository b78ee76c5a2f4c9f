import * as v from 'valibot'
import { safeImageAddress } from '../platform/image-address.ts'
import { maxLinkLength } from '../platform/limits.ts'
import { line, optionalLine, text, onlyPlaceholders, pagePlaceholders } from './fields.ts'

/** The default reviews, an example of how reviews look. Production does not show them. */
export const sampleReviews = [
  {
    name: 'Maya Okafor',
    role: 'Songwriter',
    testimonial: 'I sealed the demo, then sent it out. Finding the file took longer.',
    avatarUrl: '/avatars/maya-okafor.svg',
  },
  {
    name: 'Tom Lindqvist',
    role: 'Indie game developer',
    testimonial: 'We put the build in the day before the pitch. One less thing to argue about.',
    avatarUrl: '/avatars/tom-lindqvist.svg',
  },
  {
    name: 'Priya Nair',
    role: 'Illustrator',
    testimonial: 'I asked what it doesn’t prove. They have a list. That’s why I bought it.',
    avatarUrl: '/avatars/priya-nair.svg',
  },
] as const

/** A customer's review. */
const Review = v.object({
  name: line(80, 'Enter the customer’s name'),
  role: line(80, 'Enter what the customer does, such as Songwriter'),
  testimonial: text(600, 'Enter what the customer says'),
  /** '' shows the initials instead. */
  avatarUrl: v.pipe(
    optionalLine(maxLinkLength),
    v.check(
      (address) => address === '' || safeImageAddress(address) !== '',
      'Use an https:// address or an image of the library, or leave it empty',
    ),
  ),
})
export type Review = v.InferOutput<typeof Review>

const Question = v.object({
  question: v.pipe(line(200, 'Enter the question'), onlyPlaceholders(pagePlaceholders)),
  answer: v.pipe(text(2_000, 'Enter the answer'), onlyPlaceholders(pagePlaceholders)),
})
/** A question of the FAQ. The texts may contain placeholders. */
export type Question = v.InferOutput<typeof Question>

export const maxReviews = 12
export const maxQuestions = 30

/** Whether the reviews are the samples that the software comes with. */
export function areSamples(reviews: readonly Review[]): boolean {
  return JSON.stringify(reviews) === JSON.stringify(sampleReviews)
}

const sampleTexts = new Set<string>(sampleReviews.map(({ testimonial }) => testimonial))

/** Texts of the landing page and the blog. */
export const ShopTexts = v.object({
  /** A false review is an unfair practice, so samples cannot stand among the reviews of customers. */
  reviews: v.pipe(
    v.array(Review),
    v.maxLength(maxReviews, `Use at most ${maxReviews} reviews`),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || areSamples(dataset.value)) return
      for (const [index, review] of dataset.value.entries()) {
        if (!sampleTexts.has(review.testimonial)) continue
        addIssue({
          message: 'This is a sample. Replace it with what a customer of yours says, or remove it.',
          path: [
            { type: 'array', origin: 'value', input: dataset.value, key: index, value: review },
            {
              type: 'object',
              origin: 'value',
              input: review,
              key: 'testimonial',
              value: review.testimonial,
            },
          ],
        })
      }
    }),
  ),
  faq: v.pipe(
    v.array(Question),
    v.minLength(1, 'Add a question'),
    v.maxLength(maxQuestions, `Use at most ${maxQuestions} questions`),
  ),
  /** What the editor's button inserts into a post. */
  promo: v.object({
    kicker: line(80, 'Enter the line above the title'),
    title: line(120, 'Enter the title'),
    text: line(400, 'Enter the text'),
    link: line(60, 'Enter the text of the link'),
  }),
  /** Shown in posts with more than three paragraphs. */
  banner: v.object({
    title: line(120, 'Enter the title'),
    text: line(400, 'Enter the text'),
    button: line(60, 'Enter the text of the button'),
  }),
})
export type ShopTexts = v.InferOutput<typeof ShopTexts>
