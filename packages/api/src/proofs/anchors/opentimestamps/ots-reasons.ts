import type { HostProblem } from '../anchor-http.ts'

/**
 * Why a root is stuck, for the shop's owner: what happened, what happens automatically, what to do. The sentences do not
 * change between attempts, so that one problem appears once in an order's timeline.
 */
export const stuckReasons = {
  /** Too few calendars accepted the root. */
  tooFewCalendars: (count: number, needed: number, problems: readonly HostProblem[]) =>
    `${count} of the OpenTimestamps calendars accepted this batch, and ${needed} must${detailsOf(problems)}. It is retried automatically. If this lasts longer than a day, check that this server can reach the internet, or set other calendars in OTS_CALENDARS.`,
  /** No calendar that accepted the root sends a usable response. */
  calendarsUnavailable: (problems: readonly HostProblem[]) =>
    `No OpenTimestamps calendar reports the state of this batch${detailsOf(problems)}. They are checked again automatically. If this lasts longer than a day, check that this server can reach the internet, or set other calendars in OTS_CALENDARS.`,
  /** The calendars name blocks that do not contain the root. */
  wrongBlocks: (hosts: readonly string[]) =>
    `${listOf(hosts)} named a Bitcoin block that does not contain this batch, or no longer does, so it was not accepted. The calendars are checked again automatically. If this lasts longer than a day, remove that calendar from OTS_CALENDARS.`,
  /** The root waits longer than usual. */
  lateForBitcoin: (hours: number) =>
    `No calendar got this batch into a Bitcoin block within ${hours} hours, which usually takes a few. It is submitted again automatically every ${hours} hours. If this lasts longer than two days, set other calendars in OTS_CALENDARS.`,
  /** Too few block sources respond. */
  sourcesUnavailable: (count: number, needed: number, problems: readonly HostProblem[]) =>
    `The Bitcoin block cannot be checked: ${count} of the sources respond, and ${needed} must${detailsOf(problems)}. They are checked again automatically. If this lasts longer than a day, set other sources in OTS_BITCOIN_SOURCES.`,
  /** Block sources contradict each other. */
  blockDisputed: (height: number, blocks: readonly { host: string; hash: string }[]) =>
    `The sources of Bitcoin blocks disagree about block ${height}: ${listOf(blocks.map(({ host, hash }) => `${host} says ${hash}`))}. The batch waits until they agree. They are checked again automatically. If this lasts longer than an hour, one of them is wrong: replace it in OTS_BITCOIN_SOURCES.`,
  /** Every source knows the block, but none provides its header. */
  headerMissing: (height: number) =>
    `The sources provide no header of Bitcoin block ${height}, so it cannot be checked. They are checked again automatically. If this lasts longer than a day, set other sources in OTS_BITCOIN_SOURCES.`,
  /** The header's time does not fit the batch. */
  implausibleBlock: (height: number) =>
    `Bitcoin block ${height}, as the sources report it, says that it was made before this batch was sealed or in the future, or its work or time is not that of the blocks near its height, so it was not accepted. The batch waits. Check the clock of this server; if it is right, set other sources in OTS_BITCOIN_SOURCES.`,
  /** The headers do not form a chain. */
  notFollowing: (height: number) =>
    `Bitcoin block ${height}, as the sources report it, does not follow the one before it, so the record is not final. It is checked again automatically. If this lasts longer than an hour, set other sources in OTS_BITCOIN_SOURCES.`,
  /** The header lacks the proof of work of Bitcoin's blocks. */
  notBitcoin: (height: number) =>
    `The sources of Bitcoin blocks agree on block ${height}, but it does not have the proof of work of Bitcoin's main network. The batch waits: set sources of the main network in OTS_BITCOIN_SOURCES.`,
}

function detailsOf(problems: readonly HostProblem[]): string {
  if (problems.length === 0) return ''
  return `: ${listOf([...new Set(problems.map(({ host, problem }) => `${host} ${problem}`))])}`
}

function listOf(items: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(items)
}
