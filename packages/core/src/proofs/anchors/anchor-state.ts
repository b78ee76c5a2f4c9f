/**
 * queued -> submitted -> included -> final. `submitted`: sent to the chain; `included`: in a block that could still be
 * replaced; `final`: in a block that the chain treats as irreversible. A replaced block leads back to `submitted`.
 */
export const anchorStates = ['queued', 'submitted', 'included', 'final'] as const
export type AnchorState = (typeof anchorStates)[number]

/** The states of an anchor that can still change. */
export const openStates = anchorStates.filter((state) => state !== 'final')

/** Whether a block contains an anchor, final or not, or its link is declared. */
export function isInBlock(state: string): boolean {
  return state === 'included' || state === 'final'
}

export const statesInBlock = anchorStates.filter(isInBlock)
export const statesBeforeBlock = anchorStates.filter((state) => !isInBlock(state))
