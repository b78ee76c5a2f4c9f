/** Show how reviews look. */
export const sampleReviews = [
  {
    name: 'Maya Okafor',
    role: 'Songwriter',
    testimonial:
      'I send demos to people I have never met. Now each one leaves with a date attached, and I can concentrate on the bridge instead of the worry.',
    avatarUrl: '/avatars/maya-okafor.svg',
  },
  {
    name: 'Tom Lindqvist',
    role: 'Indie game developer',
    testimonial:
      'The design document and the first build went in the day before the pitch. It took less time than exporting the slides.',
    avatarUrl: '/avatars/tom-lindqvist.svg',
  },
  {
    name: 'Priya Nair',
    role: 'Illustrator',
    testimonial:
      'What won me over is that it says what it does not do. A fingerprint, a moment, a link anyone can check. No grand promises.',
    avatarUrl: '/avatars/priya-nair.svg',
  },
] as const
