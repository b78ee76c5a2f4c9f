/** Who can log in to an application or a shop of tests. */
export const administrator = { username: 'admin', password: 'correct-horse-battery' }
