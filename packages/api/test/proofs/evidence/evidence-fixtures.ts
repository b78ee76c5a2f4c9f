import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import type { TestApp } from '../../../testing/test-app.ts'
import { newVisitor } from '../../../testing/visitor.ts'

/** Requests a file of the order with this key. */
export function getEvidence(app: TestApp, key: string, file: string): Promise<Response> {
  return newVisitor(app).fetch(`/api/orders/${key}/${file}`)
}

/** Downloads the evidence of the order with this key and returns its files by name. */
export async function unzipEvidence(app: TestApp, key: string): Promise<Record<string, Uint8Array>> {
  const response = await getEvidence(app, key, 'evidence.zip')
  expect(response.status).toBe(200)
  return unzipSync(new Uint8Array(await response.arrayBuffer()))
}

export const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
