/** The initial line of the work card and its SHA-256, so that the page is complete without a script. */
export const sampleLine = 'The rain remembers every word'
export const sampleSha256 = 'f4fa0c67e53cbe6ba7f9761a48d226324a687d3dbf27d879a8e82ff1e964b175'
