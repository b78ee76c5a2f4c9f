/** The line the work card starts with, and its SHA-256, so that the page is complete before any script runs. */
export const sampleLine = 'The rain remembers every word'
export const sampleSha256 = 'f4fa0c67e53cbe6ba7f9761a48d226324a687d3dbf27d879a8e82ff1e964b175'
