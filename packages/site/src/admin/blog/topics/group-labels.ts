/** Returns '1 post' or '3 posts'. */
export function countOfPosts(count: number): string {
  return count === 1 ? '1 post' : `${count} posts`
}
