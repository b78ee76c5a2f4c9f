/** Show how reviews look. */
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
