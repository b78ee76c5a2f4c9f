import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { expect, test } from 'vitest'
import { readOtsConfig, type OtsSettings } from '../../../../src/proofs/anchors/opentimestamps/ots-config.ts'

const problemsOf = (settings: OtsSettings) => {
  const config = readOtsConfig(settings)
  return 'problems' in config ? config.problems : []
}

test('defaults to the public calendars and two public explorers', () => {
  expect(readOtsConfig({})).toEqual({
    calendars: [
      'https://alice.btc.calendar.opentimestamps.org',
      'https://bob.btc.calendar.opentimestamps.org',
      'https://finney.calendar.eternitywall.com',
      'https://btc.calendar.catallaxy.com',
    ],
    calendarHosts: [],
    minCalendars: 2,
    bitcoinSources: ['https://blockstream.info/api', 'https://mempool.space/api'],
    sourcesNeeded: 2,
    explorerBlock: 'https://mempool.space/block/{hash}',
    confirmations: 7,
    restampAfterHours: 24,
  })
  expect(readOtsConfig({ OTS_CALENDARS: ' ', OTS_BITCOIN_SOURCES: '', OTS_CONFIRMATIONS: ' ' })).toEqual(
    readOtsConfig({}),
  )
})

test('reads every setting', () => {
  expect(
    readOtsConfig({
      OTS_CALENDARS: 'https://a.pool.opentimestamps.org/, http://127.0.0.1:14788/',
      OTS_CALENDAR_HOSTS: 'Alice.BTC.calendar.opentimestamps.org , bob.btc.calendar.opentimestamps.org',
      OTS_MIN_CALENDARS: '1',
      OTS_BITCOIN_SOURCES: 'own:http://localhost:3002',
      OTS_EXPLORER_BLOCK: 'https://blockstream.info/block/{hash}',
      OTS_CONFIRMATIONS: '12',
      OTS_RESTAMP_HOURS: '48',
    }),
  ).toEqual({
    calendars: ['https://a.pool.opentimestamps.org', 'http://127.0.0.1:14788'],
    calendarHosts: ['alice.btc.calendar.opentimestamps.org', 'bob.btc.calendar.opentimestamps.org'],
    minCalendars: 1,
    bitcoinSources: ['http://localhost:3002'],
    sourcesNeeded: 1,
    explorerBlock: 'https://blockstream.info/block/{hash}',
    confirmations: 12,
    restampAfterHours: 48,
  })
})

test.each<[string, OtsSettings, string]>([
  [
    'an address without TLS',
    { OTS_CALENDARS: 'http://calendar.example.org' },
    "OTS_CALENDARS has 'http://calendar.example.org'",
  ],
  ['an address with a password', { OTS_CALENDARS: 'https://a:b@c.example.org' }, 'OTS_CALENDARS has'],
  ['an address with a query', { OTS_CALENDARS: 'https://c.example.org/?a' }, 'OTS_CALENDARS has'],
  [
    'a host that only looks like this machine',
    { OTS_CALENDARS: 'http://127.0.0.1.example.org' },
    'OTS_CALENDARS has',
  ],
  ['a word', { OTS_CALENDARS: 'alice' }, 'OTS_CALENDARS has'],
  ['another protocol on this machine', { OTS_CALENDARS: 'ftp://localhost' }, 'OTS_CALENDARS has'],
  [
    'seventeen calendars',
    { OTS_CALENDARS: Array.from({ length: 17 }, (_, n) => `https://c${n}.example.org`).join() },
    'OTS_CALENDARS takes at most 16 addresses.',
  ],
  [
    'a wildcard',
    { OTS_CALENDAR_HOSTS: '*.opentimestamps.org' },
    "OTS_CALENDAR_HOSTS has '*.opentimestamps.org'",
  ],
  ['a host with a path', { OTS_CALENDAR_HOSTS: 'a.example.org/x' }, 'OTS_CALENDAR_HOSTS has'],
  [
    'more responses than calendars',
    { OTS_MIN_CALENDARS: '5' },
    'OTS_MIN_CALENDARS must be a whole number from 1 to 4.',
  ],
  ['no response', { OTS_MIN_CALENDARS: '0' }, 'OTS_MIN_CALENDARS must be'],
  [
    'one stranger',
    { OTS_BITCOIN_SOURCES: 'https://mempool.space/api' },
    'two or more APIs of different hosts',
  ],
  [
    'one stranger under two paths',
    { OTS_BITCOIN_SOURCES: 'https://mempool.space/api,https://mempool.space/api/v1' },
    'two or more APIs of different hosts',
  ],
  [
    'one’s own node among strangers',
    { OTS_BITCOIN_SOURCES: 'own:https://node.example.org,https://mempool.space/api' },
    "OTS_BITCOIN_SOURCES has 'own:https://node.example.org'",
  ],
  [
    'one’s own node without TLS',
    { OTS_BITCOIN_SOURCES: 'own:http://node.example.org' },
    'OTS_BITCOIN_SOURCES has',
  ],
  [
    'an explorer without TLS',
    { OTS_EXPLORER_BLOCK: 'http://e.example.org/{hash}' },
    'OTS_EXPLORER_BLOCK must be',
  ],
  [
    'an explorer without a place',
    { OTS_EXPLORER_BLOCK: 'https://e.example.org/' },
    'OTS_EXPLORER_BLOCK must be',
  ],
  [
    'an explorer’s host in a block',
    { OTS_EXPLORER_BLOCK: 'https://{hash}/block' },
    'OTS_EXPLORER_BLOCK must be',
  ],
  [
    'words before an explorer',
    { OTS_EXPLORER_BLOCK: 'see https://e.example.org/{hash}' },
    'OTS_EXPLORER_BLOCK must be',
  ],
  [
    'words after an explorer',
    { OTS_EXPLORER_BLOCK: 'https://e.example.org/{hash} of Bitcoin' },
    'OTS_EXPLORER_BLOCK must be',
  ],
  [
    'a long explorer',
    { OTS_EXPLORER_BLOCK: 'https://e.example.org/{hash}'.padEnd(201, 'x') },
    'OTS_EXPLORER_BLOCK must be',
  ],
  ['words after a number', { OTS_CONFIRMATIONS: '12 blocks' }, 'OTS_CONFIRMATIONS must be a whole number'],
  ['words before a number', { OTS_CONFIRMATIONS: 'over 12' }, 'OTS_CONFIRMATIONS must be a whole number'],
  ['half a block', { OTS_CONFIRMATIONS: '0.5' }, 'OTS_CONFIRMATIONS must be a whole number from 7 to 1000.'],
  ['no wait', { OTS_RESTAMP_HOURS: '0' }, 'OTS_RESTAMP_HOURS must be a whole number from 1 to 1000.'],
])('rejects %s, and names the variable', (_, settings, message) => {
  expect(problemsOf(settings)).toHaveLength(1)
  expect(problemsOf(settings)[0]).toContain(message)
})

test('accepts values up to their limits', () => {
  const calendars = Array.from({ length: 16 }, (_, n) => `https://c${n}.example.org`)
  const explorer = 'https://e.example.org/{hash}/'.padEnd(200, 'x')
  const config = readOtsConfig({
    OTS_CALENDARS: calendars.join(),
    OTS_EXPLORER_BLOCK: ` ${explorer} `,
    OTS_CONFIRMATIONS: '1000',
  })
  expect(config).toMatchObject({ calendars, explorerBlock: explorer, confirmations: 1_000 })
})

test('accepts every address of this machine without TLS, and drops slashes at its end', () => {
  const addresses = ['http://127.10.0.1:1', 'http://[::1]:1', 'http://localhost:1']
  expect(readOtsConfig({ OTS_CALENDARS: addresses.map((address) => `${address}//`).join() })).toMatchObject({
    calendars: addresses,
  })
})

test('requires one response from a single calendar', () => {
  expect(readOtsConfig({ OTS_CALENDARS: 'https://c.example.org' })).toMatchObject({ minCalendars: 1 })
})

test('always uses TLS over a network', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
      const config = readOtsConfig({ OTS_CALENDARS: text })
      if ('problems' in config) return true
      return config.calendars.every((address) =>
        /^(https:\/\/|http:\/\/(localhost|127\.|\[::1\]))/.test(address),
      )
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})
