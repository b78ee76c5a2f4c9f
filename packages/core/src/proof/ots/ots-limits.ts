/** The limits of the reference implementation; whoever breaks them is not read by it. Lengths in bytes. */
export const maxMessageBytes = 4096
export const maxPayloadBytes = 8192
export const maxUriBytes = 1000
/** Nodes on the way from the digest to an attestation, both counted. */
export const maxDepth = 256

/** Ours: real files have a few kB, and this bounds what a hostile one makes us compute. */
export const maxFileBytes = 64 * 1024
