import { mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import { writeTimestamp, type OtsTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import { describe, expect, test } from 'vitest'
import { createCalendars } from '../../../../src/proofs/anchors/opentimestamps/ots-calendars.ts'
import { lineOf } from './ots-calendar-server.ts'

const root = new Uint8Array(32)
const calendar = 'http://127.0.0.1:14788'
const pool = 'https://pool.example.org'
const config = { calendars: [calendar, pool], calendarHosts: ['c.example.org'] }

const promise = (uri: string) =>
  lineOf([{ kind: 'append', bytes: Uint8Array.of(1) }], { kind: 'pending', uri })

/** Calendars whose requests get a response each, by their host. */
function open(respond: (host: string) => Response = () => new Response()) {
  const fetch = async (url: string | URL | Request) =>
    respond(new URL(url instanceof Request ? url.url : url).host)
  return createCalendars(config, { fetch, signal: new AbortController().signal, timeoutMs: 60_000 })
}

describe('the promises that may be polled', () => {
  test.each([
    ['a configured calendar', calendar, calendar],
    ['a calendar with slashes at its end', `${pool}//`, pool],
    ['a host that a calendar may refer to', 'https://c.example.org/x/', 'https://c.example.org/x'],
  ])('include that of %s', (_title, uri, address) => {
    const message = Uint8Array.of(...root, 1)
    expect(open().promisesOf(promise(uri), root)).toEqual([{ address, message }])
  })

  test.each([
    ['a host without TLS', 'http://c.example.org'],
    ['another port of a host', 'https://c.example.org:8443'],
    ['a host with a query', 'https://c.example.org/?a'],
    ['a host with a user name', 'https://a@c.example.org'],
    ['another host', 'https://d.example.org'],
    ['a word', 'alice'],
  ])('do not include that of %s', (_title, uri) => {
    expect(open().promisesOf(promise(uri), root)).toEqual([])
  })

  test('include each once, and none behind another hash than SHA-256', () => {
    const weak = lineOf([{ kind: 'hash', hash: 'ripemd160' }], { kind: 'pending', uri: calendar })
    const all = mergeTimestamps(promise(calendar), promise(`${calendar}/`), weak)
    expect(open().promisesOf(all, root)).toHaveLength(1)
  })
})

test('a calendar without news is counted as waiting', async () => {
  const timestamp = lineOf([], { kind: 'bitcoin', height: 1 })
  const calendars = open((host) =>
    host === 'pool.example.org'
      ? new Response(null, { status: 404 })
      : new Response(writeTimestamp(timestamp, root.length)),
  )
  const promises = [calendar, pool].map((address) => ({ address, message: root }))
  expect(await calendars.poll(promises)).toEqual({
    responses: [{ host: '127.0.0.1:14788', message: root, timestamp }],
    waitingCount: 1,
    problems: [],
  })
})

/** A timestamp of 8 KB that reverses a message of 4 KB 8,000 times. */
function costlyTimestamp(): OtsTimestamp {
  const reverse = { kind: 'reverse' } as const
  const line = lineOf(
    Array.from({ length: 200 }, () => reverse),
    { kind: 'bitcoin', height: 1 },
  )
  const lines = { attestations: [], branches: Array.from({ length: 40 }, () => line.branches).flat() }
  return Array.from({ length: 7 }).reduce<OtsTimestamp>(
    (timestamp) => ({ attestations: [], branches: [{ operation: { kind: 'hexlify' }, timestamp }] }),
    lines,
  )
}

test('a response that takes too much computing is rejected', async () => {
  const bytes = writeTimestamp(costlyTimestamp(), root.length)
  expect(bytes.length).toBeLessThan(10_000)
  const calendars = open(() => new Response(new Uint8Array(bytes)))
  expect(await calendars.poll([{ address: pool, message: root }])).toEqual({
    responses: [],
    waitingCount: 0,
    problems: [{ host: 'pool.example.org', problem: 'sends an oversized response' }],
  })
})
