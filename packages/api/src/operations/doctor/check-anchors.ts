import type { CheckResult } from '@priormark/core/platform/check-result'
import type { AnchorsConfig } from '../../proofs/anchoring/anchors-config.ts'
import { checkAuthorities, requestTestTimestamps } from './check-authorities.ts'
import type { EvmConfig } from '../../proofs/anchors/evm/evm-config.ts'
import { singleNodeIssue } from '../../proofs/anchors/evm/evm-nodes.ts'
import { checkClock, checkResponses, probeService } from './check-machine.ts'
import { fine, problem, reasonOf, warning } from '../../platform/check-result.ts'
import { readEvmNode, type EvmNodeFacts } from './read-evm-node.ts'

/** The gas of a batch, and how many batches the balance should pay for. */
const batchGas = 22_500n
const ampleBatches = 1_000n

/**
 * Checks each anchor kind without recording anything: it is reachable, on the right network, and has funds.
 * @param isRequestingTimestamps whether to request a time-stamp from each authority, which may cost money
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
  const nodeResults = await Promise.all(evm.rpcUrls.map((_, index) => checkNode(evm, index)))
  const nodes = nodeResults.flatMap((result) => ('level' in result ? [] : [result]))
  const results = nodeResults.flatMap((result) => ('level' in result ? [result] : []))
  const issue = singleNodeIssue(evm)
  if (issue !== null) results.push(warning(`${issue.title}.`, issue.remedy))
  const [firstNode] = nodes
  return firstNode === undefined ? results : [...results, checkBalance(evm, nodes.length, firstNode)]
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
  if (!node.hasMatchingHeader) {
    return problem(
      `${name} reports a newest block whose hash is not that of its header, so its times cannot be trusted.`,
      'Use a node of another provider. If all nodes of this chain do that, its blocks have a form that the shop cannot check: use another chain.',
    )
  }
  return node
}

function checkBalance(evm: EvmConfig, nodeCount: number, { balanceWei, address }: EvmNodeFacts): CheckResult {
  const batches = balanceWei / (batchGas * evm.maxFeeWei)
  const balance = `${(Number(balanceWei) / 1e18).toFixed(6)} coins of ${evm.chainName}`
  const remedy = `Send some to ${address}, the address of EVM_PRIVATE_KEY.`
  const coverage = `enough for ${batches} ${batches === 1n ? 'batch' : 'batches'} at EVM_MAX_FEE_GWEI`
  if (batches === 0n) return problem(`The paying account has ${balance}: not enough for a batch.`, remedy)
  if (batches < ampleBatches) return warning(`The paying account has ${balance}: ${coverage}.`, remedy)
  const nodes =
    nodeCount === 1
      ? `The node of ${evm.chainName} responds`
      : `${nodeCount} nodes of ${evm.chainName} respond`
  return fine(`${nodes}; the paying account has ${balance}: ${coverage}.`)
}

async function checkCalendars(config: NonNullable<AnchorsConfig['opentimestamps']>): Promise<CheckResult[]> {
  const { calendars, minCalendars } = config
  const responses = await Promise.all(calendars.map(probeService))
  const clockResults = responses.flatMap(({ url, date }) =>
    date === null ? [] : [checkClock(url, new Date(date))],
  )
  const clockResult = clockResults.find(({ level }) => level === 'problem') ?? clockResults[0]
  const remedy = 'Check the internet connection, or set OTS_CALENDARS to calendars that respond.'
  const result = checkResponses('Calendars', responses, minCalendars, remedy)
  return clockResult === undefined ? [result] : [result, clockResult]
}
