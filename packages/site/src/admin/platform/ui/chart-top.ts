/** Returns the value at the top of a chart: the next 1, 2 or 5 times a power of ten, and at least 10. */
export function chartTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 10)))
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= highest) ?? 10 * power
}
