/** Returns a count with its noun: '1 order', '2 orders'. */
export function counted(count: number, one: string, several: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${several}`
}
