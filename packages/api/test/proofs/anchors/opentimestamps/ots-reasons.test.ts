import { expect, test } from 'vitest'
import { stuckReasons } from '../../../../src/proofs/anchors/opentimestamps/ots-reasons.ts'

const down = { host: 'a.example.org', problem: 'does not respond' }
const slow = { host: 'b.example.org', problem: 'responds too slowly' }
const reported = [
  { host: 'a.example.org', hash: '00' },
  { host: 'b.example.org', hash: '01' },
]

test.each<[title: string, reason: () => string, happened: string, automatic: string, remedy: string]>([
  [
    'too few calendars accept a root',
    () => stuckReasons.tooFewCalendars(1, 2, [down]),
    '1 of the OpenTimestamps calendars accepted this batch, and 2 must',
    'It is retried automatically.',
    'set other calendars in OTS_CALENDARS.',
  ],
  [
    'no calendar responds',
    () => stuckReasons.calendarsUnavailable([down]),
    'No OpenTimestamps calendar reports the state of this batch',
    'They are checked again automatically.',
    'set other calendars in OTS_CALENDARS.',
  ],
  [
    'a calendar names a wrong block',
    () => stuckReasons.wrongBlocks(['a.example.org']),
    'a.example.org named a Bitcoin block that does not contain this batch',
    'The calendars are checked again automatically.',
    'remove that calendar from OTS_CALENDARS.',
  ],
  [
    'a root waits for long',
    () => stuckReasons.lateForBitcoin(24),
    'No calendar got this batch into a Bitcoin block within 24 hours',
    'It is submitted again automatically every 24 hours.',
    'set other calendars in OTS_CALENDARS.',
  ],
  [
    'too few block sources respond',
    () => stuckReasons.sourcesUnavailable(1, 2, [down]),
    'The Bitcoin block cannot be checked: 1 of the sources respond, and 2 must',
    'They are checked again automatically.',
    'set other sources in OTS_BITCOIN_SOURCES.',
  ],
  [
    'block sources disagree',
    () => stuckReasons.blockDisputed(9, reported),
    'The sources of Bitcoin blocks disagree about block 9: a.example.org says 00 and b.example.org says 01.',
    'They are checked again automatically.',
    'replace it in OTS_BITCOIN_SOURCES.',
  ],
  [
    'no source has a header',
    () => stuckReasons.headerMissing(9),
    'The sources provide no header of Bitcoin block 9',
    'They are checked again automatically.',
    'set other sources in OTS_BITCOIN_SOURCES.',
  ],
  [
    'the time of a block does not fit',
    () => stuckReasons.implausibleBlock(9),
    'Bitcoin block 9, as the sources report it, says that it was made before this batch was sealed',
    'The batch waits.',
    'Check the clock of this server',
  ],
  [
    'headers do not follow each other',
    () => stuckReasons.notFollowing(9),
    'Bitcoin block 9, as the sources report it, does not follow the one before it',
    'It is checked again automatically.',
    'set other sources in OTS_BITCOIN_SOURCES.',
  ],
  [
    'a block has no proof of work',
    () => stuckReasons.notBitcoin(9),
    "block 9, but it does not have the proof of work of Bitcoin's main network",
    'The batch waits',
    'set sources of the main network in OTS_BITCOIN_SOURCES.',
  ],
])('the reason tells what happened and what to do if %s', (_title, reason, ...parts) => {
  for (const part of parts) expect(reason()).toContain(part)
})

test('names what each host did once', () => {
  expect(stuckReasons.calendarsUnavailable([down, slow, down])).toContain(
    'of this batch: a.example.org does not respond and b.example.org responds too slowly. They',
  )
  expect(stuckReasons.calendarsUnavailable([])).toContain('of this batch. They')
})
