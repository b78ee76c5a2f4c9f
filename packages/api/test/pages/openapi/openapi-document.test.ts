import { Validator } from '@seriousme/openapi-schema-validator'
import { createApi } from '@priormark/core/api'
import { createClient } from '@priormark/core/platform/http/client'
import type { EndpointSpec } from '@priormark/core/platform/http/endpoint'
import { afterAll, describe, expect, test } from 'vitest'
import { publicCalls } from '../../../src/pages/openapi/public-calls.ts'
import { startTestApp, testShop } from '../../../testing/test-app.ts'
import { newVisitor } from '../../../testing/visitor.ts'

const app = await startTestApp()
afterAll(() => app.close())

describe('the description of the public API', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const served = await (await newVisitor(app).fetch('/api/openapi.json')).text()
    expect(JSON.parse(served)).toMatchObject({
      info: { contact: { email: testShop.supportEmail } },
      servers: [{ url: testShop.publicUrl }],
    })
    const validator = new Validator()
    const { valid, errors } = await validator.validate(served)
    expect(errors).toBeUndefined()
    expect({ valid, version: validator.version }).toEqual({ valid: true, version: '3.1' })
  })

  test('has exactly the public endpoints that the API client has', async () => {
    const called: string[] = []
    const call = async ({ access, method, path }: EndpointSpec): Promise<never> => {
      if (access === 'public') called.push(`${method} ${path}`)
      throw new Error('not sent')
    }
    const api = createApi({ ...createClient({ fetch: async () => new Response() }), call })
    for (const group of Object.values(api)) {
      for (const caller of Object.values(group))
        await expect((caller as () => Promise<unknown>)()).rejects.toThrow('not sent')
    }
    const described = publicCalls.map(({ spec }) => `${spec.method} ${spec.path}`)
    expect(described.toSorted()).toEqual(called.toSorted())
  })
})
