import { progress, paidOrder, seal, type PaidOrder } from '../proofs/proofs-fixtures.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { readOrderProofText } from '../../testing/verify-order-proof.ts'
import { details, newVisitor, type Visitor } from '../../testing/visitor.ts'

/** Orders and pays, and has the work recorded on a chain. */
export async function recordedOrder(
  app: TestApp,
  texts: Parameters<typeof paidOrder>[1] = {},
): Promise<PaidOrder> {
  const order = await paidOrder(app, texts)
  await progress(app, await seal(app, ['evm']), 'evm', 'final')
  return order
}

/** Returns the proof that the order's page offers. */
export async function proofOf(app: TestApp, { key }: PaidOrder) {
  const response = await newVisitor(app).fetch(`/api/orders/${key}/proof.json`)
  return readOrderProofText(await response.text())
}

/** Sends an order that names an earlier draft. */
export async function orderNext(visitor: Visitor, previousKey: string): Promise<string> {
  const { uploadId } = await visitor.upload(`next ${Math.random()}`)
  return (await visitor.api.orders.create({ body: { ...details, uploadId, previousKey } })).orderId
}
