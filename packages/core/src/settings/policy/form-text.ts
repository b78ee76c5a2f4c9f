/** Shown next to the fields of the order form. */
export const formPrivacyText =
  'Your name, the title and the description don’t become public. They go into your evidence, which only you receive.'
