import * as v from 'valibot'
import { trimEndOf } from '@priormark/core/platform/trim-end'
import { variable } from '../../../platform/config/variable.ts'
import type { AnchorProblems } from '../anchor-port.ts'
import { readAddresses, splitList, readWholeNumber } from '../variable-values.ts'

/** Which hosts the Bitcoin anchor uses, and when it accepts a result. URLs have no trailing slash. */
export interface OtsConfig {
  calendars: string[]
  calendarHosts: string[]
  /** How many calendars must accept a root. */
  minCalendars: number
  bitcoinSources: string[]
  /** How many sources must agree on a block: two public ones, or one node of your own. */
  sourcesNeeded: 1 | 2
  explorerBlock: string
  /** How many blocks make a record final, including the one with the root. */
  confirmations: number
  /** After how many hours without a block the root is submitted again. */
  restampAfterHours: number
}

/** The public calendars: two of Peter Todd's, then Eternity Wall's and Catallaxy's. */
const publicCalendars = [
  'https://alice.btc.calendar.opentimestamps.org',
  'https://bob.btc.calendar.opentimestamps.org',
  'https://finney.calendar.eternitywall.com',
  'https://btc.calendar.catallaxy.com',
]
const publicSources = ['https://blockstream.info/api', 'https://mempool.space/api']
const publicExplorer = 'https://mempool.space/block/{hash}'
/** Each calendar makes every proof longer. */
const maxCalendars = 16
const ownPrefix = 'own:'

const defaultMinCalendars = 2
/** A proof contains the six blocks after its own. */
const minConfirmations = 7
const defaultRestampHours = 24

export const otsVariables = {
  OTS_CALENDARS: variable(v.string(), {
    default: publicCalendars.map((calendar) => `\`${calendar}\``).join(', '),
    description: `The calendar servers that get every root: addresses separated by commas, at most ${maxCalendars}.`,
  }),
  OTS_CALENDAR_HOSTS: variable(v.string(), {
    description: 'Other hosts, separated by commas, that a calendar may refer to, as a pool does.',
  }),
  OTS_MIN_CALENDARS: variable(v.string(), {
    default: `\`${defaultMinCalendars}\``,
    unit: 'calendars',
    description: 'How many calendars must accept a root.',
  }),
  OTS_BITCOIN_SOURCES: variable(v.string(), {
    default: publicSources.map((source) => `\`${source}\``).join(', '),
    description: `Esplora APIs that Bitcoin’s blocks are read from: two or more on different hosts, which must agree, or one of your own as \`${ownPrefix}https://...\`.`,
  }),
  OTS_EXPLORER_BLOCK: variable(v.string(), {
    default: `\`${publicExplorer}\``,
    description: 'The web page of a block, with `{hash}` or `{height}` in it.',
  }),
  OTS_CONFIRMATIONS: variable(v.string(), {
    default: `\`${minConfirmations}\``,
    unit: 'blocks',
    description: `How many blocks make a record final, counting the block that contains it. At least ${minConfirmations}, because a proof contains the six that follow.`,
  }),
  OTS_RESTAMP_HOURS: variable(v.string(), {
    default: `\`${defaultRestampHours}\``,
    unit: 'hours',
    description: 'How long a root waits for a block before it is submitted again.',
  }),
}

export type OtsSettings = v.InferInput<v.ObjectSchema<typeof otsVariables, undefined>>

/** Reads the settings. The defaults are the public calendars and two public explorers. */
export function readOtsConfig(settings: OtsSettings): OtsConfig | AnchorProblems {
  const problems: string[] = []
  const calendars = withoutSlashes(
    readAddresses('OTS_CALENDARS', settings.OTS_CALENDARS, publicCalendars, problems),
  )
  if (calendars.length > maxCalendars) problems.push(`OTS_CALENDARS takes at most ${maxCalendars} addresses.`)
  const [firstSource = '', ...otherSources] = splitList(settings.OTS_BITCOIN_SOURCES)
  const isOwnSource = otherSources.length === 0 && firstSource.startsWith(ownPrefix)
  const sources = isOwnSource ? firstSource.slice(ownPrefix.length) : settings.OTS_BITCOIN_SOURCES
  const bitcoinSources = withoutSlashes(
    readAddresses('OTS_BITCOIN_SOURCES', sources, publicSources, problems),
  )
  const hosts = new Set(bitcoinSources.map((source) => new URL(source).host))
  if (!isOwnSource && problems.length === 0 && hosts.size < 2) {
    problems.push(
      'OTS_BITCOIN_SOURCES must name two or more APIs of different hosts, because no single API is trusted, or one of your own as own:https://...',
    )
  }
  const calendarHosts = splitList(settings.OTS_CALENDAR_HOSTS).map((host) => host.toLowerCase())
  for (const host of calendarHosts.filter((name) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name))) {
    problems.push(`OTS_CALENDAR_HOSTS has '${host}': it must be host names, such as calendar.example.org.`)
  }
  const explorerBlock = settings.OTS_EXPLORER_BLOCK?.trim() || publicExplorer
  if (!/^https:\/\/[^/\s{}]+\/\S*\{(hash|height)\}\S*$/.test(explorerBlock) || explorerBlock.length > 200) {
    problems.push(`OTS_EXPLORER_BLOCK must be an https address with {hash} or {height}: ${publicExplorer}`)
  }
  const readNumber = (name: NumberName, max: number, fallback: number, min = 1) =>
    readWholeNumber(name, settings[name], { min, max, fallback }, problems)
  const { length: calendarCount } = calendars
  const config: OtsConfig = {
    calendars,
    calendarHosts,
    minCalendars: readNumber(
      'OTS_MIN_CALENDARS',
      Math.max(1, calendarCount),
      Math.min(defaultMinCalendars, calendarCount),
    ),
    bitcoinSources,
    sourcesNeeded: isOwnSource ? 1 : 2,
    explorerBlock,
    confirmations: readNumber('OTS_CONFIRMATIONS', 1_000, minConfirmations, minConfirmations),
    restampAfterHours: readNumber('OTS_RESTAMP_HOURS', 1_000, defaultRestampHours),
  }
  return problems.length > 0 ? { problems } : config
}

type NumberName = 'OTS_MIN_CALENDARS' | 'OTS_CONFIRMATIONS' | 'OTS_RESTAMP_HOURS'

function withoutSlashes(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map((address) => trimEndOf(address, '/')))]
}
