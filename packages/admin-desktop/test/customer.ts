import { startRequestVersion } from '@priormark/core/settings/policy/start-request'
import { customerApi } from '@priormark/api/testing/customer-api'
import type { ApiClient } from './api-process.ts'

/** Places an order with a file and marks it as paid. @returns the order's id */
export async function placePaidOrder(
  url: string,
  admin: ApiClient,
  { projectName, file }: { projectName: string; file: Uint8Array<ArrayBuffer> },
): Promise<string> {
  const api = customerApi(url)
  const form = new FormData()
  form.append('file', new File([file], 'song.wav'))
  const { uploadId } = await api.uploads.upload({ form })
  const { orderId } = await api.orders.create({
    body: {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.org',
      projectName,
      projectDescription: 'A song for two voices',
      terms: true,
      uploadId,
    },
  })
  await api.payments.requestStart({ body: { orderId, version: startRequestVersion } })
  await admin.api.orders.change({ params: { id: orderId }, body: { paymentConfirmed: true } })
  return orderId
}
