/** The limits of the reference implementation, which rejects files that exceed them. Lengths in bytes. */
export const maxMessageBytes = 4096
export const maxPayloadBytes = 8192
export const maxUriBytes = 1000
/** The maximum number of nodes from the digest to an attestation, inclusive. */
export const maxDepth = 256

/** Our own limit: real files have a few kB, and this bounds the work for a hostile one. */
export const maxFileBytes = 64 * 1024
