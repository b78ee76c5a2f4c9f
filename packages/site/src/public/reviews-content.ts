/** A testimonial. */
export interface Review {
  name: string
  role: string
  testimonial: string
  /** null shows the initials instead. */
  avatarUrl: string | null
}

/** Reviews by customers of this shop. Without any, a production server shows no reviews. */
export const reviews: readonly Review[] = []
