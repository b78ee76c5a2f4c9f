/** The administrator of test applications and shops. */
export const administrator = { username: 'admin', password: 'correct-horse-battery' }
