import { fromBase64, toBase64 } from '@priormark/core/proofs/proof/base64'
import { NoResponseError, requestHost } from '../anchor-http.ts'
import { createPortRuns, type AnchorPort, type AnchorPortDeps } from '../anchor-port.ts'
import { recordProgress, reportStuck } from '../anchor-progress.ts'
import { requestRevocation } from './revocation-sources.ts'
import { checkAnsweredToken, checkStoredToken, type CheckedToken } from './token-check.ts'
import type { TsaConfig } from './tsa-config.ts'
import {
  claimRequest,
  dueRevocations,
  openRequests,
  retryRequests,
  saveResult,
  signedAnchors,
  type ClaimedRequest,
} from './tsa-repository.ts'
import { TsaToken } from './tsa-token-entity.ts'
import { readTimestampAnswer, timestampRequest } from './tsp-messages.ts'

export interface TsaAnchorDeps extends AnchorPortDeps {
  config: TsaConfig
  now?: () => Date
  /** The timeout of a request. */
  timeoutMs?: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Longer than a request takes. */
const leaseMs = 5 * minuteMs
/** The delays after a refusal or silence; after the last attempt, the next authority is asked. */
const retryDelaysMs = [1, 5, 30].map((minutes) => minutes * minuteMs)
/** Failures are reported from the third in a row on, because shorter ones resolve automatically. */
const reportedFailures = 3
/** The longest token that a proof can contain, and so the longest response. */
const maxAnswerBytes = 65_536
/** How long lists are requested that say whether the signer was revoked. Most are renewed within days. */
const revocationDays = 30
const requestFailure = 'anchors: a time-stamp could not be requested'

/** Has time-stamping authorities sign roots (RFC 3161), and accepts only what the verifiers will accept. */
export function createTsaAnchors(deps: TsaAnchorDeps): AnchorPort {
  const { database, log, config, now = () => new Date(), timeoutMs = 10_000 } = deps
  const { signal, attempt, advance, close } = createPortRuns(log, runOnce)
  const http = { fetch, signal, timeoutMs }

  async function runOnce(): Promise<void> {
    await openRequests(database.fork(), config, now())
    await sendDue()
    for (const row of await dueRevocations(database.fork(), now()))
      await attempt(requestFailure, () => checkRevocation(row))
    for (const id of await signedAnchors(database.fork(), config.needed))
      await recordProgress(deps, id, { state: 'final' })
  }

  /** Sends one request after the other: authorities that are asked in parallel may refuse. */
  async function sendDue(): Promise<void> {
    while (!signal.aborted) {
      const at = now()
      const claimed = await claimRequest(database, config, at, new Date(at.getTime() + leaseMs))
      if (claimed === null) return
      if ('waiting' in claimed) {
        const reason = limitReached(config.tokensPerDay)
        for (const anchorId of claimed.waiting) await reportStuck(deps, anchorId, reason)
        return
      }
      await attempt(requestFailure, () => sendRequest(claimed))
    }
  }

  async function sendRequest(claimed: ClaimedRequest): Promise<void> {
    const answer = await ask(claimed)
    if ('problem' in answer) return saveFailure(claimed, answer)
    const at = now()
    const checked = await checkAnsweredToken(answer.token, { ...claimed, now: at }, config)
    if ('problem' in checked) return saveFailure(claimed, { ...checked, isRetried: false })
    await saveResult(database.fork(), claimed, {
      ...storedFieldsOf(answer.token, checked),
      receivedAt: at,
      nextAttemptAt: null,
      revocationDueAt: checked.isTrusted ? at : null,
    })
  }

  async function ask({ url, root, nonce }: ClaimedRequest): Promise<{ token: Uint8Array } | Failure> {
    const isFirst = url === config.urls[0]
    try {
      const bytes = await requestHost(
        { ...http, maxBytes: maxAnswerBytes },
        {
          url,
          accept: 'application/timestamp-reply',
          headers: {
            'content-type': 'application/timestamp-query',
            // The login is for the first authority only, so that the others do not learn it.
            ...(config.authorization !== null && isFirst ? { authorization: config.authorization } : {}),
          },
          body: new Uint8Array(timestampRequest(root, nonce, config.policy)),
        },
      )
      if (bytes === null) return { problem: 'responds with status 404', isRetried: true }
      const answer = readTimestampAnswer(bytes)
      return 'token' in answer ? answer : { problem: answer.refusal, isRetried: true }
    } catch (error) {
      if (error instanceof NoResponseError) return { problem: error.message, isRetried: true }
      throw error
    }
  }

  async function saveFailure(claimed: ClaimedRequest, { problem, isRetried }: Failure): Promise<void> {
    const delayMs = isRetried ? retryDelaysMs[claimed.failures] : undefined
    const failures = claimed.failures + 1
    const nextAttemptAt = delayMs === undefined ? null : new Date(now().getTime() + delayMs)
    const isSaved = await saveResult(database.fork(), claimed, { failures, nextAttemptAt })
    if (isSaved && (failures >= reportedFailures || !isRetried))
      await reportStuck(deps, claimed.anchorId, notSigned(new URL(claimed.url).host, problem))
  }

  /** Asks once a day until what the issuer says is newer than the token. */
  async function checkRevocation(row: TsaToken): Promise<void> {
    const { root } = row.anchor.batch
    const token = fromBase64(row.token ?? '') ?? new Uint8Array()
    const stored = await checkStoredToken({ token, certificates: [], revocation: [] }, root, config.trusted)
    const chain = 'flaw' in stored ? [] : stored.chain
    const at = now()
    const sinceMs = at.getTime() - (row.tokenTime?.getTime() ?? 0)
    row.revocationDueAt = sinceMs > revocationDays * dayMs ? null : new Date(at.getTime() + dayMs)
    for await (const item of requestRevocation(chain, http)) {
      const parts = { token, certificates: [], revocation: [item] }
      const checked = await checkStoredToken(parts, root, config.trusted)
      const isRevoked = 'flaw' in checked && checked.flaw === 'revoked'
      if (!isRevoked && ('flaw' in checked || !checked.isRevocationChecked)) continue
      row.revocationDueAt = null
      row.isRevoked = isRevoked
      if (isRevoked) await reportRevoked(row)
      else row.revocation = [{ kind: item.kind, data: toBase64(item.data) }]
      break
    }
    const { id, revocationDueAt, isRevoked, revocation } = row
    await database.fork().nativeUpdate(TsaToken, { id }, { revocationDueAt, isRevoked, revocation })
  }

  /** An open anchor gets the time-stamp of another authority; a final one has only lost this one. */
  async function reportRevoked({ anchor, url }: TsaToken): Promise<void> {
    const reason = notSigned(new URL(url).host, 'signs with a certificate that was revoked')
    log.error({ anchorId: anchor.id }, `anchors: ${reason}`)
    if (anchor.state !== 'final') await reportStuck(deps, anchor.id, reason)
  }

  return {
    kind: 'rfc3161',
    advance,
    async retry(anchorId) {
      await retryRequests(database.fork(), anchorId, now())
    },
    close,
  }
}

/** Why there is no token, after the authority's name. */
interface Failure {
  problem: string
  /** Whether the same authority may sign later. One that signs what does not hold is not paid for more of it. */
  isRetried: boolean
}

function storedFieldsOf(token: Uint8Array, { certificates, time, noLaterThan, validUntil }: CheckedToken) {
  return {
    token: toBase64(token),
    certificates: certificates.map(toBase64),
    tokenTime: time,
    noLaterThan,
    validUntil,
  }
}

// Why a time-stamp is missing, for the shop's owner. The sentences do not change between tries.

/** An authority does not sign, or signs what does not hold. */
function notSigned(host: string, problem: string): string {
  return (
    `The time-stamping authority ${host} ${problem}. It is asked again automatically, and then the next one of TSA_URLS. ` +
    'If this lasts longer than a day, check its address and its contract, or set another one in TSA_URLS.'
  )
}

/** The requests of the day are used up. */
function limitReached(tokensPerDay: number): string {
  return (
    `The ${tokensPerDay} time-stamps of today were requested (TSA_TOKENS_PER_DAY). This batch waits until midnight UTC. ` +
    'If this happens often, raise the limit, or seal fewer batches: raise BATCH_SECONDS.'
  )
}
