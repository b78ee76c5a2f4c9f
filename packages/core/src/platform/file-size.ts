const units = ['Bytes', 'KB', 'MB', 'GB'] as const

/** Formats a size in powers of 1024 with at most two decimals: 52428800 -> '50 MB'. */
export function formatFileSize(bytes: number): string {
  if (bytes <= 0) return '0 Bytes'
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = roundToUnit(bytes, power)
  // Uses the next unit if rounding would give 1024: 1048575 bytes are 1 MB.
  const isNext = value === 1024 && power < units.length - 1
  return isNext ? `1 ${units[power + 1]}` : `${value} ${units[power]}`
}

function roundToUnit(bytes: number, power: number): number {
  return Number((bytes / 1024 ** power).toFixed(2))
}
