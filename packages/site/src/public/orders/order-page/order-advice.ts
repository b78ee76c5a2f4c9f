import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { keepText } from '@priormark/core/settings/policy/publicity-texts'
import { stopTexts } from '@priormark/core/orders/stop-texts'
import { chainOf, furthestAnchor, isRecorded } from './order-labels.ts'

const keepBoth = `Download the evidence. ${keepText} With both, anyone can check the proof without us.`
const keepFile = 'Keep the file exactly as it is: the fingerprint matches no other version.'
const nothingToDo = `You’re done. This page updates automatically, and we’ll email you as soon as your work is recorded. ${keepFile}`

/** Returns what the customer of an order can do now. */
export function adviceOf(progress: OrderProgress): string {
  const anchor = furthestAnchor(progress)
  const { stopped } = progress
  if (stopped === 'disputed')
    return `${stopTexts[stopped].meaning} If you didn’t dispute it, write to us. ${keepFile}`
  if (stopped !== null) {
    return anchor
      ? 'You don’t need to do anything. What was sent to a blockchain can’t be undone.'
      : `You don’t need to do anything. ${stopTexts[stopped].meaning} You’re welcome to order again.`
  }
  if (progress.step === 'unpaid') return 'Pay at checkout. Nothing is recorded until you do.'
  if (anchor === null || !isRecorded(anchor)) return nothingToDo
  if (anchor.state === 'included')
    return `${keepBoth} Once the block is final, download it again to get the updated version.`
  const next = progress.anchors.find((other) => other.kind !== 'manual' && !isRecorded(other))
  if (anchor.kind === 'manual' && next !== undefined)
    return `${keepBoth} We also record it on ${chainOf(next)}, and then email you the complete evidence.`
  return keepBoth
}
