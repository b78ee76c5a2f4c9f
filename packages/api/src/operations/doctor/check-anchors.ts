import type { CheckResult } from '@priormark/core/platform/check-result'
import type { AnchorsConfig } from '../../proofs/anchoring/anchors-config.ts'
import { checkAuthorities, requestTestTimestamps } from './check-authorities.ts'
import type { EvmConfig } from '../../proofs/anchors/evm/evm-config.ts'
import { singleNodeIssue } from '../../proofs/anchors/evm/evm-nodes.ts'
import { checkClock, knock } from './check-machine.ts'
import { fine, problem, reasonOf, warning } from '../../platform/check-result.ts'
import { readEvmNode, type EvmNodeFacts } from './read-evm-node.ts'

/** The gas of a batch, and how many batches the balance should cover. */
const batchGas = 22_500n
const goodBatches = 1_000n

/**
 * Checks each anchor without recording anything: it is reachable, on the right network, and has funds.
 * @param isRequestingTimestamps whether each time-stamping authority is to sign something, which may cost money
 */
export async function checkAnchors(
  config: AnchorsConfig,
  isRequestingTimestamps = false,
): Promise<CheckResult[]> {
  const { evm, opentimestamps, rfc3161, kinds } = config
  const results: CheckResult[] = []
  if (kinds.includes('manual')) {
    results.push(
      warning(
        'Works are recorded manually: an administrator enters each link.',
        'Choose a blockchain (ANCHORS) to record them automatically within minutes.',
      ),
    )
  }
  if (evm !== null && evm !== 'embedded') results.push(...(await checkEvm(evm)))
  if (opentimestamps !== null) results.push(...(await checkCalendars(opentimestamps)))
  if (rfc3161 !== null) results.push(...(await checkAuthorities(rfc3161, config.batchSeconds)))
  if (rfc3161 !== null && isRequestingTimestamps) results.push(...(await requestTestTimestamps(rfc3161)))
  return results
}

async function checkEvm(evm: Exclude<AnchorsConfig['evm'], 'embedded' | null>): Promise<CheckResult[]> {
  const read = await Promise.all(evm.rpcUrls.map((_, index) => checkNode(evm, index)))
  const nodes = read.flatMap((one) => ('level' in one ? [] : [one]))
  const results = read.flatMap((one) => ('level' in one ? [one] : []))
  const issue = singleNodeIssue(evm)
  if (issue !== null) results.push(warning(`${issue.title}.`, issue.remedy))
  const [first] = nodes
  return first === undefined ? results : [...results, checkBalance(evm, nodes.length, first)]
}

/** Returns the state of a node, or its problem. */
async function checkNode(evm: EvmConfig, index: number): Promise<EvmNodeFacts | CheckResult> {
  const rpcUrl = evm.rpcUrls[index] ?? ''
  const name = evm.rpcUrls.length === 1 ? 'The node at EVM_RPC_URLS' : `Node ${index + 1} of EVM_RPC_URLS`
  let node
  try {
    node = await readEvmNode(rpcUrl, evm)
  } catch (error) {
    // The URL may contain a provider's secret, and the error message may contain the URL.
    const reason = reasonOf(error).replaceAll(rpcUrl, 'EVM_RPC_URLS')
    return problem(`${name} does not respond (${reason}).`, 'Check the URL and the key in it.')
  }
  if (node.chainId !== evm.chainId) {
    return problem(
      `${name} is on chain ${node.chainId}, but EVM_CHAIN_ID is ${evm.chainId}.`,
      'Set both to the same chain: works must not be recorded on another chain than promised.',
    )
  }
  if (!node.hasTrueHeader) {
    return problem(
      `${name} reports a newest block whose hash is not that of its header, so its times cannot be trusted.`,
      'Use a node of another provider. If all nodes of this chain do that, its blocks have a form that the shop cannot check: use another chain.',
    )
  }
  return node
}

function checkBalance(evm: EvmConfig, nodeCount: number, { balanceWei, address }: EvmNodeFacts): CheckResult {
  const batches = balanceWei / (batchGas * evm.maxFeeWei)
  const coins = `${(Number(balanceWei) / 1e18).toFixed(6)} of the coin of ${evm.chainName}`
  const remedy = `Send some to ${address}, the address of EVM_PRIVATE_KEY.`
  const lasts = `enough for ${batches} batches at EVM_MAX_FEE_GWEI`
  if (batches === 0n) return problem(`The paying account has ${coins}: not enough for a batch.`, remedy)
  if (batches < goodBatches) return warning(`The paying account has ${coins}: ${lasts}.`, remedy)
  const respond = nodeCount === 1 ? 'The node' : `${nodeCount} nodes`
  return fine(
    `${respond} of ${evm.chainName} ${nodeCount === 1 ? 'responds' : 'respond'}; the paying account has ${coins}: ${lasts}.`,
  )
}

async function checkCalendars({
  calendars,
  minCalendars,
}: NonNullable<AnchorsConfig['opentimestamps']>): Promise<CheckResult[]> {
  const responses = await Promise.all(
    calendars.map(async (calendar) => ({ calendar, ...(await knock(calendar)) })),
  )
  const silent = responses.filter(({ failure }) => failure !== null)
  const responding = responses.length - silent.length
  const names = silent.map(({ calendar, failure }) => `${calendar} (${failure ?? ''})`).join(', ')
  const clock = responses.flatMap(({ calendar, date }) =>
    date === null ? [] : [checkClock(calendar, new Date(date))],
  )
  const first = clock.find(({ level }) => level === 'problem') ?? clock[0]
  const remedy = 'Check the internet connection, or set OTS_CALENDARS to calendars that respond.'
  const result =
    responding < minCalendars
      ? problem(`${responding} calendars respond, and ${minCalendars} are needed: ${names} did not.`, remedy)
      : silent.length > 0
        ? warning(`${names} did not respond; ${responding} calendars do.`, remedy)
        : fine(`All ${responding} calendars respond.`)
  return first === undefined ? [result] : [result, first]
}
