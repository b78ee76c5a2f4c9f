import { toHex } from '@priormark/core/proof/bytes'
import { OtsError } from '@priormark/core/proof/ots/ots-error'
import { mergeTimestamps } from '@priormark/core/proof/ots/ots-merge'
import { readTimestamp, type OtsTimestamp } from '@priormark/core/proof/ots/ots-timestamp'
import { walkAttestations } from '@priormark/core/proof/ots/ots-walk'
import { isWithin, keepAttestations, otsHashes } from './ots-attested.ts'
import type { OtsConfig } from './ots-config.ts'
import { askHost, NoResponseError, sortAnswers, type HostProblem, type HttpAsking } from './ots-http.ts'

/** As much as the reference client reads; usual answers have a few hundred bytes. */
const maxAnswerBytes = 10_000
/** Real promises have a few hundred bytes, and stand in the proof of every work until a block has the root. */
const promiseBounds = { maxBytes: 1_024, maxDepth: 64 }
const mediaType = 'application/vnd.opentimestamps.v1'

/** The calendars that are configured, and those that they may name. */
export interface Calendars {
  /**
   * Hands a root to every calendar at once, and merges what they promise. The root goes as it is, without the nonce that
   * other clients put before a file's hash: it is a hash over salted leaves, so it tells nobody anything, nobody can guess
   * it, and it stands openly in every proof.
   * @returns the promises, and by how many different calendars
   */
  stamp(root: Uint8Array): Promise<{ timestamp: OtsTimestamp | null; count: number; problems: HostProblem[] }>
  /** Asks the calendar of every promise what became of it. Those that have nothing to say yet are in `waiting`. */
  ask(promises: readonly CalendarPromise[]): Promise<{
    answers: CalendarAnswer[]
    waiting: number
    problems: HostProblem[]
  }>
  /** The promises of a root's timestamp that may be asked about. */
  promisesOf(timestamp: OtsTimestamp, root: Uint8Array): CalendarPromise[]
}

/** A calendar will know more of this message. */
export interface CalendarPromise {
  address: string
  message: Uint8Array
}

/** What a calendar says of a message; nothing of it is checked. */
export interface CalendarAnswer {
  host: string
  message: Uint8Array
  timestamp: OtsTimestamp
}

/** The calendars over HTTP: each is asked at once with the others, and only addresses that are configured. */
export function createCalendars(
  config: Pick<OtsConfig, 'calendars' | 'calendarHosts'>,
  http: Pick<HttpAsking, 'fetch' | 'signal' | 'timeoutMs'>,
): Calendars {
  const asking = { ...http, maxBytes: maxAnswerBytes }

  /** An attestation's address where it may be fetched: anyone can write any address into a timestamp. */
  function allowedAddress(uri: string): string | null {
    if (!URL.canParse(uri)) return null
    const { href, protocol, hostname, port, search, username } = new URL(uri)
    const address = href.replace(/\/+$/, '')
    if (config.calendars.includes(address)) return address
    const isPlain = protocol === 'https:' && port === '' && search === '' && username === ''
    return isPlain && config.calendarHosts.includes(hostname) ? address : null
  }

  async function promiseOf(calendar: string, root: Uint8Array): Promise<OtsTimestamp> {
    const bytes = await askHost(asking, {
      url: `${calendar}/digest`,
      accept: mediaType,
      body: new Uint8Array(root),
    })
    if (bytes === null) throw new NoResponseError('answers with status 404')
    const promise = keepAttestations(
      readAnswer(bytes, root.length),
      root,
      (attestation) => attestation.kind === 'pending' && allowedAddress(attestation.uri) !== null,
    )
    if (promise === null)
      throw new NoResponseError('names no calendar that may be asked (OTS_CALENDAR_HOSTS)')
    if (!isWithin(promise, root.length, promiseBounds)) throw new NoResponseError('answers with far too much')
    return promise
  }

  const calendars: Calendars = {
    async stamp(root) {
      const settled = await Promise.allSettled(config.calendars.map((calendar) => promiseOf(calendar, root)))
      const { answers, problems } = sortAnswers(config.calendars, settled)
      const [first, ...others] = answers.map(({ value }) => value)
      if (first === undefined) return { timestamp: null, count: 0, problems }
      const timestamp = others.reduce(mergeTimestamps, first)
      // Two pools that lead to one calendar are one calendar.
      const promised = new Set(calendars.promisesOf(timestamp, root).map(({ address }) => address))
      return { timestamp, count: promised.size, problems }
    },

    async ask(promises) {
      const settled = await Promise.allSettled(
        promises.map(async ({ address, message }) => {
          const url = `${address}/timestamp/${toHex(message)}`
          const bytes = await askHost(asking, { url, accept: mediaType })
          return bytes === null ? null : { message, timestamp: readAnswer(bytes, message.length) }
        }),
      )
      const addresses = promises.map(({ address }) => address)
      const { answers, problems } = sortAnswers(addresses, settled)
      const told = answers.flatMap(({ host, value }) => (value === null ? [] : [{ host, ...value }]))
      return { answers: told, waiting: answers.length - told.length, problems }
    },

    promisesOf(timestamp, root) {
      const promises = new Map<string, CalendarPromise>()
      for (const { attestation, message } of walkAttestations(timestamp, root, otsHashes)) {
        const address = attestation.kind === 'pending' ? allowedAddress(attestation.uri) : null
        if (address !== null && message !== null)
          promises.set(`${address} ${toHex(message)}`, { address, message })
      }
      return [...promises.values()]
    },
  }
  return calendars
}

function readAnswer(bytes: Uint8Array, messageLength: number): OtsTimestamp {
  try {
    return readTimestamp(bytes, messageLength)
  } catch (error) {
    if (error instanceof OtsError) throw new NoResponseError('answers with something that is no timestamp')
    throw error
  }
}
