import { randomBytes, X509Certificate } from 'node:crypto'
import type { CheckResult } from '@priormark/core/platform/check-result'
import { checkReceivedToken } from '../../proofs/anchors/rfc3161/token-check.ts'
import type { TsaConfig } from '../../proofs/anchors/rfc3161/tsa-config.ts'
import { newNonce, requestTimestamp } from '../../proofs/anchors/rfc3161/tsa-request.ts'
import { counted } from '@priormark/core/platform/counted'
import { checkTimeoutMs, fine, problem, warning } from '../../platform/check-result.ts'
import { checkResponses, probeService } from './check-machine.ts'

/** Batches that are sealed more often than this need more than 24 time-stamps a day. */
const frugalBatchSeconds = 3_600
const expiryWarningMs = 30 * 24 * 3_600_000

/** Checks that the time-stamping authorities respond, without requesting a time-stamp: each costs money. */
export async function checkAuthorities(
  { urls, authoritiesNeeded, trustedCertificates, tokensPerDay }: TsaConfig,
  batchSeconds: number,
): Promise<CheckResult[]> {
  const expiringCertificates = trustedCertificates.filter(
    (certificate) => new X509Certificate(certificate).validToDate.getTime() < Date.now() + expiryWarningMs,
  )
  const responses = await Promise.all(urls.map(probeService))
  const remedy = 'Check TSA_URLS and the internet connection.'
  const results = [
    checkResponses('Time-stamping authorities', responses, authoritiesNeeded, remedy),
    fine(`At most ${tokensPerDay} time-stamps a day are requested.`),
  ]
  const warn = (message: string, action: string) => results.push(warning(message, action))
  if (trustedCertificates.length === 0) {
    warn(
      'The time-stamps of any authority at TSA_URLS are accepted, and revocation is not checked.',
      'Set TSA_TRUST_FILE to the certificates of the authorities.',
    )
  }
  if (expiringCertificates.length > 0) {
    warn(
      `${counted(expiringCertificates.length, 'certificate', 'certificates')} in TSA_TRUST_FILE expired or will expire within 30 days.`,
      'Ask the authority for its new certificate, and add it to the file.',
    )
  }
  if (batchSeconds < frugalBatchSeconds) {
    warn(
      `Batches are sealed every ${batchSeconds} seconds while orders come in, and each one costs ${authoritiesNeeded === 1 ? 'a time-stamp' : `${authoritiesNeeded} time-stamps`}.`,
      'Raise BATCH_SECONDS to 3600 to need at most 24 batches a day, or check that the contract has enough.',
    )
  }
  return results
}

/** Requests a time-stamp of a random root from each authority and checks it as the server does. Each may cost money. */
export async function requestTestTimestamps(config: TsaConfig): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const url of config.urls) {
    const { host } = new URL(url)
    const request = { url, root: randomBytes(32).toString('hex'), nonce: newNonce() }
    const response = await requestTimestamp(config, request, {
      fetch,
      signal: null,
      timeoutMs: checkTimeoutMs,
    })
    const result =
      'problem' in response
        ? response
        : await checkReceivedToken(response.token, { ...request, now: new Date() }, config)
    results.push(
      'problem' in result
        ? problem(
            `${host} ${result.problem}.`,
            'Check TSA_URLS, TSA_POLICY, TSA_TRUST_FILE and the contract.',
          )
        : fine(
            `${host} signed ${result.time.toISOString()}. Its certificates expire on ${result.validUntil.toISOString().slice(0, 10)}. This time-stamp may have cost money.`,
          ),
    )
  }
  return results
}
