import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EndpointSpec } from '@priormark/core/platform/http/endpoint'

const coreFolder = path.resolve(import.meta.dirname, '../../core/src')

/** Returns every endpoint that core defines. Finds them in its files, so that new ones are fuzzed automatically. */
export async function everyEndpoint(): Promise<EndpointSpec[]> {
  const endpoints = new Map<string, EndpointSpec>()
  for (const name of await readdir(coreFolder, { recursive: true })) {
    if (!name.endsWith('.ts')) continue
    const exported: object = await import(/* @vite-ignore */ pathToFileURL(path.join(coreFolder, name)).href)
    for (const list of Object.values(exported)) {
      if (typeof list !== 'object' || list === null) continue
      for (const spec of Object.values(list)) if (isEndpoint(spec)) endpoints.set(callName(spec), spec)
    }
  }
  return [...endpoints.values()]
}

/** Returns the endpoint's name, such as `GET /api/orders/:key`. */
export function callName(spec: Pick<EndpointSpec, 'method' | 'path'>): string {
  return `${spec.method} ${spec.path}`
}

function isEndpoint(value: unknown): value is EndpointSpec {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['method', 'path', 'access', 'reply'].every((key) => key in value)
  )
}
