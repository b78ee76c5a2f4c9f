/** The query parameter that makes the verify page check the sample order. */
export const sampleParameter = 'sample'

export const verifySamplePath = `/verify?${sampleParameter}`
