import { errorStatus } from '@priormark/core/platform/errors'
import type { EndpointSpec } from '@priormark/core/platform/http/endpoint'
import type { Shop } from '@priormark/core/settings/groups'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { publicCalls, type PublicCall } from './public-calls.ts'

/** A schema of OpenAPI 3.1, which is JSON Schema 2020-12 as `@valibot/to-json-schema` generates it. */
type JsonSchema = ReturnType<typeof toJsonSchema>

const errorSchema = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'A message for people; it may change.' },
    code: {
      type: 'string',
      enum: Object.keys(errorStatus),
      description: 'A code for programs; it does not change.',
    },
    fields: {
      type: 'object',
      description: 'Messages about single fields, by field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    requestId: { type: 'string', description: 'Identifies the request in our logs if the server failed.' },
  },
}

const errorResponse = {
  description: 'The request was rejected, or the server failed',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

const badgePath = {
  get: {
    operationId: 'proofs.badge',
    tags: ['proofs'],
    summary: 'A proof as an image for any site: its seal, its state and its date.',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    responses: {
      200: { description: 'The badge', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
      304: { description: 'Unchanged since the ETag that was sent' },
      default: errorResponse,
    },
  },
}

/** Generates the OpenAPI 3.1 document of every public endpoint from the definitions that the server itself uses. */
function openApiDocument(shop: Pick<Shop, 'name' | 'publicUrl' | 'supportEmail'>): object {
  const paths: Record<string, Record<string, object>> = { '/badge/{id}.svg': badgePath }
  for (const call of publicCalls) {
    const path = call.spec.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.spec.method.toLowerCase()]: describeOperation(call) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${shop.name}: public API`,
      version: '1',
      description:
        'Every endpoint that does not need an administrator. Programs and pages of any origin may read those under `proofs`. The others serve the shop’s own pages; requests from other sites that would change something are rejected.',
      contact: { email: shop.supportEmail },
    },
    servers: [{ url: shop.publicUrl }],
    tags: [...new Set(publicCalls.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: { Error: errorSchema } },
  }
}

function describeOperation({ tag, name, summary, spec }: PublicCall): object {
  return {
    operationId: `${tag}.${name}`,
    tags: [tag],
    summary,
    parameters: [...describeParameters(spec.params, 'path'), ...describeParameters(spec.query, 'query')],
    ...describeRequestBody(spec),
    responses: { ...describeSuccess(spec), default: errorResponse },
  }
}

/** Returns one parameter for each key of an object schema. */
function describeParameters(schema: v.GenericSchema | undefined, location: 'path' | 'query'): object[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = convertSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

function describeRequestBody({ body }: EndpointSpec): { requestBody?: object } {
  if (body === undefined || body === null) return {}
  if (body !== 'multipart') {
    const required = body.type !== 'optional'
    return {
      requestBody: { required, content: { 'application/json': { schema: convertSchema(body, 'input') } } },
    }
  }
  const form = {
    type: 'object',
    required: ['file'],
    properties: {
      file: { type: 'string', format: 'binary' },
      sha256: {
        type: 'string',
        description: 'The SHA-256 that the sender computed. A file with another one is rejected.',
      },
    },
  }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
}

function describeSuccess({ reply, path }: EndpointSpec): Record<string, object> {
  if (reply === null) return { 204: { description: 'Done' } }
  if (reply === 'file') {
    const extension = path.split('.').at(-1) ?? ''
    const type = { zip: 'application/zip', pdf: 'application/pdf', json: 'application/json' }[extension]
    return { 200: { description: 'The file', content: { [type ?? 'application/octet-stream']: {} } } }
  }
  const content = { 'application/json': { schema: convertSchema(reply, 'output') } }
  return { 200: { description: 'The response', content } }
}

/** Converts a schema. Leaves out checks that JSON Schema cannot express; the server still makes them. */
function convertSchema(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' })
  return converted
}

const texts = new WeakMap<Shop, string>()

/** Returns the document as JSON text, generated on the first call. */
export function openApiText(shop: Shop): string {
  const text = texts.get(shop) ?? `${JSON.stringify(openApiDocument(shop), null, 2)}\n`
  texts.set(shop, text)
  return text
}
