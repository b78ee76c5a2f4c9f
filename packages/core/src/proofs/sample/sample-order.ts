/**
 * A sample order that ships with the software, so that anyone can open and verify one before buying. It is in no database,
 * and recorded on a test chain only: pages and documents say that it proves no date.
 */

/** The key of its order page. Public, unlike the keys of real orders. */
export const sampleOrderKey = 'sample-order-that-anyone-can-open-and-check'

/** The query parameter that makes the page of the verifier check the sample order. */
export const sampleParameter = 'sample'

export const verifySamplePath = `/verify?${sampleParameter}`

export const sampleProofId = '5a3b1e00-0000-4000-8000-000000000001'

/** The work of the sample order. */
export const sampleWork = {
  fileName: 'night-ferry.txt',
  text: `Night Ferry

The lamps go out along the quay,
one by one, as if they knew me.
I keep the tune beneath my coat
and the words on the last night ferry.
`,
} as const
