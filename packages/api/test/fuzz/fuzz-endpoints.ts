import type { EndpointSpec } from '@priormark/core/platform/http/endpoint'
import { Uuid } from '@priormark/core/platform/ids'
import { webhookPath } from '@priormark/core/orders/payments/endpoints'
import { siteImagePath } from '@priormark/core/pages/share-image'
import * as v from 'valibot'
import { createApp, type AppDeps } from '../../src/app.ts'

/** Routes without an endpoint in core, listed here so that they are fuzzed too. */
export const rawCalls: readonly EndpointSpec[] = [
  { method: 'POST', path: webhookPath, access: 'public', reply: null },
  { method: 'GET', path: '/badge/:id.svg', access: 'public', params: v.object({ id: Uuid }), reply: null },
  {
    method: 'GET',
    path: '/share/proof/:id.png',
    access: 'public',
    params: v.object({ id: Uuid }),
    reply: null,
  },
  {
    method: 'GET',
    path: '/share/post/:slug.png',
    access: 'public',
    params: v.object({ slug: v.string() }),
    reply: null,
  },
  { method: 'GET', path: siteImagePath, access: 'public', reply: null },
  { method: 'GET', path: '/api/openapi.json', access: 'public', reply: null },
  { method: 'GET', path: '/api/health', access: 'public', reply: null },
  {
    method: 'GET',
    path: '/api/docs/:name',
    access: 'public',
    params: v.object({ name: v.string() }),
    reply: null,
  },
  {
    method: 'GET',
    path: '/media/:name',
    access: 'public',
    params: v.object({ name: v.string() }),
    reply: null,
  },
]

/** Returns the application's routes in the format of `callName`. */
export function routerCalls(parts: AppDeps): string[] {
  const stacks = createApp(parts).middleware.flatMap((one) => {
    const router: unknown = Reflect.get(one, 'router')
    const stack: unknown = typeof router === 'object' && router !== null ? Reflect.get(router, 'stack') : null
    return Array.isArray(stack) ? stack : []
  })
  return stacks.flatMap((layer: { methods: string[]; path: string }) =>
    layer.methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${layer.path}`),
  )
}
