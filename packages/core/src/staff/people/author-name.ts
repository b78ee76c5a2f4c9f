import * as v from 'valibot'

/** Returns the schema of an author's name. @param message the error if it is missing */
export const authorName = (message: string) =>
  v.pipe(v.string(message), v.trim(), v.minLength(1, message), v.maxLength(100, 'Use at most 100 characters'))

/** The name of an author, which readers see. */
export const AuthorName = authorName('Enter the name that readers see')
