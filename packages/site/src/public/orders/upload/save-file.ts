/** How long the browser gets to read a saved file. */
const readingMs = 60_000

/** Saves a file to the visitor's downloads. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readingMs)
}
