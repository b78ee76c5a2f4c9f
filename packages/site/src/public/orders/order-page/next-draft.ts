import { recordedNames } from '@priormark/core/proofs/proof/record'
import { mapNames } from '@priormark/core/orders/order-details'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import { client } from '../../../ui/site-client.ts'
import { changeEntry, persistEntry } from '../order-form/entry-store.ts'
import { useUploadStore } from '../upload/upload-store.ts'
import { readOwnFields } from '../../proofs/record-rows.ts'

/**
 * Fills in the order form for the next draft of an order's work: everything but the file and the consent to the terms. This
 * replaces what was entered in this tab for another order.
 * @throws if the order's proof cannot be read
 */
export async function fillNextDraft({
  orderId,
  orderKey,
}: {
  orderId: string
  orderKey: string
}): Promise<void> {
  const fields = await readOwnFields(`/api/orders/${orderKey}/proof.json`)
  const values = new Map(fields.map(({ name, value }) => [name, value]))
  const email = await readOwnEmail(orderId)
  await persistEntry()
  useUploadStore.getState().remove()
  changeEntry({
    ...mapNames(recordedNames, (name) => values.get(name) ?? ''),
    ...(email === null ? {} : { email }),
    terms: false,
    previousKey: orderKey,
  })
}

/**
 * Returns the email address of an order's customer. Null unless this browser placed the order: the link to the order
 * does not reveal the address.
 */
async function readOwnEmail(orderId: string): Promise<string | null> {
  try {
    return (await client.call(visitorOrderEndpoints.mine, { query: { orderId } })).email
  } catch {
    return null
  }
}
