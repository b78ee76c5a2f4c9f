/**
 * How a root is recorded: a link that the operator declares, a transaction on an EVM chain, Bitcoin through OpenTimestamps, or
 * time-stamps of authorities (RFC 3161). Time-stamps only add evidence to the others: they do not complete an order.
 */
export const anchorKinds = ['manual', 'evm', 'opentimestamps', 'rfc3161'] as const
export type AnchorKind = (typeof anchorKinds)[number]

/** The kinds whose anchors are records on a chain, which reach a block without a person. */
export const chainKinds: readonly AnchorKind[] = ['evm', 'opentimestamps']

export function isChainKind(kind: AnchorKind): boolean {
  return chainKinds.includes(kind)
}
