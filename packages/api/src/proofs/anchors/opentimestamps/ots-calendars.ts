import { toHex } from '@priormark/core/proofs/proof/bytes'
import type { OtsAttestation } from '@priormark/core/proofs/opentimestamps/ots-attestation'
import { OtsError } from '@priormark/core/proofs/opentimestamps/ots-bytes'
import { mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import { readTimestamp, type OtsTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import { walkAttestations } from '@priormark/core/proofs/opentimestamps/ots-walk'
import { trimEndOf } from '@priormark/core/platform/trim-end'
import { countComputedBytes, isWithinBounds, keepAttestations, otsHashes } from './ots-block-check.ts'
import type { OtsConfig } from './ots-config.ts'
import { requestHost, HostError, separateResults, type HttpOptions } from '../anchor-http.ts'

/** The limit of the reference client; typical responses have a few hundred bytes. */
const maxResponseBytes = 10_000
/** Real responses have some hundred operations, on a few hundred bytes each. */
const maxComputedBytes = 128 * 1024
/** Real promises have a few hundred bytes. They are part of every proof until a block contains the root. */
const promiseBounds = { maxBytes: 1_024, maxDepth: 64 }
const mediaType = 'application/vnd.opentimestamps.v1'

/** The configured calendars, and those that they may refer to. */
export type Calendars = ReturnType<typeof createCalendars>

/** A calendar's promise to attest this message later. */
interface CalendarPromise {
  address: string
  message: Uint8Array
}

/** Accesses calendars over HTTP, all concurrently, and only at configured addresses. */
export function createCalendars(
  config: Pick<OtsConfig, 'calendars' | 'calendarHosts'>,
  http: Pick<HttpOptions, 'fetch' | 'signal' | 'timeoutMs'>,
) {
  const options = { ...http, maxBytes: maxResponseBytes }

  /** Returns an attestation's address if it may be requested, since anyone can write any address into a timestamp. */
  function allowedAddress(uri: string): string | null {
    if (!URL.canParse(uri)) return null
    const { href, protocol, hostname, port, search, username } = new URL(uri)
    const address = trimEndOf(href, '/')
    if (config.calendars.includes(address)) return address
    const isPlain = protocol === 'https:' && port === '' && search === '' && username === ''
    return isPlain && config.calendarHosts.includes(hostname) ? address : null
  }

  async function requestPromise(calendar: string, root: Uint8Array): Promise<OtsTimestamp> {
    const request = { url: `${calendar}/digest`, accept: mediaType, body: new Uint8Array(root) }
    const bytes = await requestHost(options, request)
    if (bytes === null) throw new HostError('responds with status 404')
    const isAllowed = (attestation: OtsAttestation) =>
      attestation.kind === 'pending' && allowedAddress(attestation.uri) !== null
    const promise = keepAttestations(readResponse(bytes, root.length), root, isAllowed)
    if (promise === null) throw new HostError('refers to a calendar that is not allowed (OTS_CALENDAR_HOSTS)')
    if (!isWithinBounds(promise, root.length, promiseBounds))
      throw new HostError('sends an oversized response')
    return promise
  }

  /** Returns the promises in a root's timestamp that may be polled. */
  function promisesOf(timestamp: OtsTimestamp, root: Uint8Array): CalendarPromise[] {
    const promises = new Map<string, CalendarPromise>()
    for (const { attestation, message } of walkAttestations(timestamp, root, otsHashes)) {
      const address = attestation.kind === 'pending' ? allowedAddress(attestation.uri) : null
      if (address !== null && message !== null)
        promises.set(`${address} ${toHex(message)}`, { address, message })
    }
    return [...promises.values()]
  }

  return {
    promisesOf,

    /**
     * Submits a root to every calendar concurrently and merges their promises. The root is sent without the nonce that other
     * clients prepend to a file's hash: it is a hash over salted leaves, so it reveals nothing, and every proof contains it openly.
     * @returns the promises, and the number of distinct calendars that made one
     */
    async submit(root: Uint8Array) {
      const results = await Promise.allSettled(
        config.calendars.map((calendar) => requestPromise(calendar, root)),
      )
      const { responses, problems } = separateResults(config.calendars, results)
      const [first, ...others] = responses.map(({ value }) => value)
      if (first === undefined) return { timestamp: null, calendarCount: 0, problems }
      const timestamp = mergeTimestamps(first, ...others)
      // Two pools that lead to the same calendar count as one.
      const addresses = new Set(promisesOf(timestamp, root).map(({ address }) => address))
      return { timestamp, calendarCount: addresses.size, problems }
    },

    /**
     * Polls the calendar of every promise. The responses are unverified; `waitingCount` counts the calendars that still wait
     * for Bitcoin.
     */
    async poll(promises: readonly CalendarPromise[]) {
      const results = await Promise.allSettled(
        promises.map(async ({ address, message }) => {
          const url = `${address}/timestamp/${toHex(message)}`
          const bytes = await requestHost(options, { url, accept: mediaType })
          return bytes === null ? null : { message, timestamp: readResponse(bytes, message.length) }
        }),
      )
      const addresses = promises.map(({ address }) => address)
      const { responses, problems } = separateResults(addresses, results)
      const timestamps = responses.flatMap(({ host, value }) => (value === null ? [] : [{ host, ...value }]))
      return { responses: timestamps, waitingCount: responses.length - timestamps.length, problems }
    },
  }
}

function readResponse(bytes: Uint8Array, messageLength: number): OtsTimestamp {
  try {
    const timestamp = readTimestamp(bytes, messageLength)
    if (countComputedBytes(timestamp, messageLength) <= maxComputedBytes) return timestamp
  } catch (error) {
    if (error instanceof OtsError) throw new HostError('sends something other than a timestamp')
    throw error
  }
  throw new HostError('sends an oversized response')
}
