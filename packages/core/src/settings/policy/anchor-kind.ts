/**
 * Ways to record a root: a link that the operator declares, a transaction on an EVM chain, or Bitcoin through
 * OpenTimestamps.
 */
export const anchorKinds = ['manual', 'evm', 'opentimestamps'] as const
export type AnchorKind = (typeof anchorKinds)[number]
