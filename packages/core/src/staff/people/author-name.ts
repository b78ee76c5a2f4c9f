import * as v from 'valibot'

/** Returns the schema of a name of an author. @param message if it is missing */
export const authorName = (message: string) =>
  v.pipe(v.string(message), v.trim(), v.minLength(1, message), v.maxLength(100, 'Use at most 100 characters'))

/** The name of an author, which readers see. */
export const AuthorName = authorName('Enter the name that readers see')
