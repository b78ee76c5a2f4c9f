import { randomBytes, X509Certificate } from 'node:crypto'
import type { CheckResult } from '@priormark/core/platform/check-result'
import { checkAnsweredToken } from '../../proofs/anchors/rfc3161/token-check.ts'
import type { TsaConfig } from '../../proofs/anchors/rfc3161/tsa-config.ts'
import { requestTimestamp } from '../../proofs/anchors/rfc3161/tsa-request.ts'
import { newNonce } from '../../proofs/anchors/rfc3161/tsp-messages.ts'
import { checkTimeoutMs, fine, problem, warning } from '../../platform/check-result.ts'
import { knock } from './check-machine.ts'

/** Batches that are sealed more often than this need more than 24 time-stamps a day. */
const frugalBatchSeconds = 3_600
const soonMs = 30 * 24 * 3_600_000

/** Checks that the time-stamping authorities respond, without requesting a time-stamp: each costs money. */
export async function checkAuthorities(
  { urls, needed, trusted, tokensPerDay }: TsaConfig,
  batchSeconds: number,
): Promise<CheckResult[]> {
  const failures = await Promise.all(urls.map(failureOf))
  const silent = failures.filter((failure) => failure !== null)
  const names = silent.join(', ')
  const responding = urls.length - silent.length
  const remedy = 'Check TSA_URLS and the internet connection.'
  const ending = trusted.filter(
    (certificate) => new X509Certificate(certificate).validToDate.getTime() < Date.now() + soonMs,
  )
  const results = [
    responding < needed
      ? problem(
          `${responding} time-stamping authorities respond, and ${needed} are needed: ${names} did not.`,
          remedy,
        )
      : silent.length > 0
        ? warning(`${names} did not respond; ${responding} time-stamping authorities do.`, remedy)
        : fine(
            `All ${responding} time-stamping authorities respond; at most ${tokensPerDay} time-stamps a day are requested.`,
          ),
  ]
  const warn = (message: string, what: string) => results.push(warning(message, what))
  if (trusted.length === 0) {
    warn(
      'The time-stamps of any authority at TSA_URLS are accepted, and revocation is not checked.',
      'Set TSA_TRUST_FILE to the certificates of the authorities.',
    )
  }
  if (ending.length > 0) {
    warn(
      `${ending.length} of the certificates in TSA_TRUST_FILE end within 30 days, or have ended.`,
      'Ask the authority for its new certificate, and add it to the file.',
    )
  }
  if (batchSeconds < frugalBatchSeconds) {
    warn(
      `Batches are sealed every ${batchSeconds} seconds while orders come in, and each one costs ${needed === 1 ? 'a time-stamp' : `${needed} time-stamps`}.`,
      'Raise BATCH_SECONDS to 3600 to need at most 24 batches a day, or check that the contract has enough.',
    )
  }
  return results
}

/** Returns the address and why it does not respond; null if it does. An authority refuses GET with some status below 500. */
async function failureOf(url: string): Promise<string | null> {
  const { failure } = await knock(url)
  return failure === null ? null : `${url} (${failure})`
}

/** Has each authority sign a random root, and checks the time-stamp as the server does. Each may cost money, and is not counted. */
export async function requestTestTimestamps(config: TsaConfig): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const url of config.urls) {
    const { host } = new URL(url)
    const request = { url, root: randomBytes(32).toString('hex'), nonce: newNonce() }
    const answer = await requestTimestamp(config, request, { fetch, signal: null, timeoutMs: checkTimeoutMs })
    const checked =
      'problem' in answer
        ? answer
        : await checkAnsweredToken(answer.token, { ...request, now: new Date() }, config)
    results.push(
      'problem' in checked
        ? problem(
            `${host} ${checked.problem}.`,
            'Check TSA_URLS, TSA_POLICY, TSA_TRUST_FILE and the contract.',
          )
        : fine(
            `${host} signed ${checked.time.toISOString()}. Its certificates end on ${checked.validUntil.toISOString().slice(0, 10)}. This time-stamp may have cost money.`,
          ),
    )
  }
  return results
}
