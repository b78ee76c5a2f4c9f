import type { AnchorView } from '@priormark/core/anchors/anchor'
import { Tag } from '../orders/StateTag.tsx'
import { anchorState } from './anchor-words.ts'

/** Where an anchor stands. */
export function AnchorTag({ anchor }: { anchor: AnchorView }) {
  return <Tag state={anchorState(anchor)} />
}
