import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import type { BucketConfig } from '../src/platform/storage/storage-config.ts'
import { startHttpStandIn } from './http-stand-in.ts'
import { createBucket, startS3Server, type S3Server } from './s3-server.ts'

// A store takes six seconds of processor time to start, so all files of a run share one, each with its own buckets.

declare module 'vitest' {
  export interface ProvidedContext {
    /** Responds with the store's address, after starting it for the first request. */
    s3Starter: string
  }
}

/** Offers the store to the run's workers. @returns what stops it after the run */
export default async function shareS3Server(project: TestProject): Promise<() => Promise<void>> {
  let store: Promise<S3Server> | undefined
  const starter = await startHttpStandIn(async (_request, response) => {
    store ??= startS3Server()
    try {
      response.end((await store).url)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  project.provide('s3Starter', starter.url)
  return async () => {
    await starter.close()
    await (await store?.catch(() => undefined))?.stop()
  }
}

/** Creates an empty bucket in the shared store. Check `s3Missing` before. */
export async function newBucket(prefix = ''): Promise<BucketConfig> {
  // fetch() would give up after five minutes, but on a busy machine a second attempt to start may end later.
  const [response]: IncomingMessage[] = await once(get(inject('s3Starter')), 'response')
  if (response === undefined) throw new Error('no response')
  const body = await text(response)
  if (response.statusCode !== 200) throw new Error(body)
  return createBucket(body, prefix)
}
