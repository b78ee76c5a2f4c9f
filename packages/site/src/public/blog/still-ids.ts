/** The elements around what the server alone draws of a blog page. */
export const listId = 'blog-list'
export const postId = 'blog-post'
export const sideId = 'protect-side'

/** The section with the form at the end of a post, and its title. */
export const protectId = 'protect-now'
export const protectTitleId = 'protect-title'
