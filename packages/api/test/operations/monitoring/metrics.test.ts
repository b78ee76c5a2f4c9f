import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, placeOrder, refusal } from '../../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

test('the metrics count requests by route pattern, and contain no ids', async () => {
  const orderId = await placeOrder(newVisitor(app))
  await admin.api.orders.read({ params: { id: orderId } })
  await refusal(newVisitor(app).api.orders.read({ params: { id: orderId } }))
  const response = await fetch(`${app.url}/metrics`)
  expect(response.headers.get('content-type')).toContain('text/plain')
  const text = await response.text()
  expect(text).toContain(
    'priormark_http_requests_total{method="GET",route="/api/admin/orders/:id",status="200"} 1',
  )
  expect(text).toContain(
    'priormark_http_requests_total{method="GET",route="/api/admin/orders/:id",status="401"} 1',
  )
  expect(text).toContain('priormark_http_request_duration_seconds_bucket')
  for (const name of [
    'priormark_mails_failed',
    'priormark_anchors_stuck',
    'priormark_uploads_waiting',
    'process_cpu',
  ])
    expect(text).toContain(name)
  expect(text).not.toContain(orderId)
})

test('the metrics require the token through a proxy', async () => {
  const through = await fetch(`${app.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(through.status).toBe(404)
})
