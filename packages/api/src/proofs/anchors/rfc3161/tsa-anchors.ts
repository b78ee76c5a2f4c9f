import { fromBase64, toBase64 } from '@priormark/core/proofs/proof/base64'
import { createPortRuns, type AnchorPort, type AnchorPortDeps } from '../anchor-port.ts'
import { recordProgress, reportStuck, setStuckReason } from '../anchor-progress.ts'
import { Anchor } from '../../leaves/batch-entities.ts'
import { requestRevocation } from './revocation-sources.ts'
import { checkAnsweredToken, checkStoredToken } from './token-check.ts'
import type { TsaConfig } from './tsa-config.ts'
import {
  claimRequest,
  dueRevocations,
  openRequests,
  retryDelaysMs,
  retryRequests,
  saveResult,
  signedAnchors,
  type ClaimedRequest,
} from './tsa-repository.ts'
import { TsaToken } from './tsa-token-entity.ts'
import { requestTimestamp, type TsaFailure } from './tsa-request.ts'

export interface TsaAnchorDeps extends AnchorPortDeps {
  config: TsaConfig
  now?: () => Date
  /** The timeout of a request. */
  timeoutMs?: number
}

const dayMs = 24 * 60 * 60_000
/** Failures are reported from the third in a row on, because shorter ones resolve automatically. */
const reportedFailures = 3
/** How long lists are requested that say whether the signer was revoked. Most are renewed within days. */
const revocationDays = 30
const requestFailure = 'anchors: a time-stamp could not be requested'
const revocationFailure = 'anchors: a revocation could not be checked'

/** Has time-stamping authorities sign roots (RFC 3161), and accepts only what the verifiers will accept. */
export function createTsaAnchors(deps: TsaAnchorDeps): AnchorPort {
  const { database, log, config, now = () => new Date(), timeoutMs = 10_000 } = deps
  const { signal, attempt, advance, close } = createPortRuns(log, runOnce)
  const http = { fetch, signal, timeoutMs }

  async function runOnce(): Promise<void> {
    await openRequests(database.fork(), config, now())
    await sendDue()
    for (const row of await dueRevocations(database.fork(), now()))
      await attempt(revocationFailure, () => checkRevocation(row), { anchorId: row.anchor.id })
    for (const id of await signedAnchors(database.fork(), config.needed))
      await recordProgress(deps, id, { state: 'final' })
  }

  /** Sends one request after the other: authorities that are asked in parallel may refuse. */
  async function sendDue(): Promise<void> {
    while (!signal.aborted) {
      const claimed = await claimRequest(database, config, now())
      if (claimed === null) return
      if ('waiting' in claimed) {
        const reason = reasons.limitReached(config.tokensPerDay)
        for (const anchorId of claimed.waiting) await reportStuck(deps, anchorId, reason)
        return
      }
      const { anchorId, failures, url } = claimed
      const isDone = await attempt(requestFailure, () => sendRequest(claimed), { anchorId })
      if (!isDone && failures >= reportedFailures)
        await reportStuck(deps, anchorId, reasons.notStored(new URL(url).host))
    }
  }

  async function sendRequest(claimed: ClaimedRequest): Promise<void> {
    const answer = await requestTimestamp(config, claimed, http)
    if ('problem' in answer) return saveFailure(claimed, answer)
    const at = now()
    const checked = await checkAnsweredToken(answer.token, { ...claimed, now: at }, config)
    if ('problem' in checked) return saveFailure(claimed, { ...checked, isRetried: false })
    await saveResult(database.fork(), claimed, {
      token: toBase64(answer.token),
      certificates: checked.certificates.map(toBase64),
      tokenTime: checked.time,
      noLaterThan: checked.noLaterThan,
      validUntil: checked.validUntil,
      receivedAt: at,
      failures: 0,
      nextAttemptAt: null,
      revocationDueAt: checked.isTrusted ? at : null,
    })
  }

  async function saveFailure(claimed: ClaimedRequest, { problem, isRetried }: TsaFailure): Promise<void> {
    const { failures } = claimed
    const delayMs = isRetried ? retryDelaysMs[failures - 1] : undefined
    const nextAttemptAt = delayMs === undefined ? null : new Date(now().getTime() + delayMs)
    const isSaved = await saveResult(database.fork(), claimed, { nextAttemptAt })
    if (isSaved && (failures >= reportedFailures || !isRetried))
      await reportStuck(deps, claimed.anchorId, reasons.notSigned(new URL(claimed.url).host, problem))
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
      if (!isRevoked) row.revocation = [{ kind: item.kind, data: toBase64(item.data) }]
      break
    }
    await saveRevocation(row)
  }

  /**
   * Of two runs that check the same token, the first one that finds it revoked reports that. The anchor is then open again, also if it
   * was final: another authority is asked, and until it signs, health names the reason.
   */
  async function saveRevocation({ id, anchor, url, revocationDueAt, isRevoked, revocation }: TsaToken) {
    const reason = reasons.revokedSigner(new URL(url).host)
    await database.fork().transactional(async (em) => {
      const changes = { revocationDueAt, isRevoked, revocation }
      const changed = await em.nativeUpdate(TsaToken, { id, isRevoked: false }, changes)
      if (!isRevoked || changed === 0) return
      log.error({ anchorId: anchor.id }, `anchors: ${reason}`)
      const opened = { state: 'queued' as const, includedAt: null, finalAt: null }
      await em.nativeUpdate(Anchor, { id: anchor.id }, opened)
      await setStuckReason(em, anchor.id, reason)
    })
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

// Why a time-stamp is missing, for the shop's owner. The sentences do not change between tries.
const reasons = {
  /** An authority does not sign, or signs what does not hold. */
  notSigned: (host: string, problem: string) =>
    `The time-stamping authority ${host} ${problem}. It is asked again automatically, and then the next one of TSA_URLS. If this lasts longer than a day, check its address and its contract, or set another one in TSA_URLS.`,
  /** This server fails after it sent a request. */
  notStored: (host: string) =>
    `The time-stamps of ${host} cannot be checked or stored: the server’s log has the error. They are requested again, later each time and at least once a day, because each request may cost money. Once the cause is fixed, retry on the Recording screen.`,
  /** The certificate of an authority was revoked, perhaps after its time-stamp was in proofs. */
  revokedSigner: (host: string) =>
    `The certificate with which ${host} signed was revoked, so its time-stamp is in no proof anymore. The next authority of TSA_URLS is asked for another one: if none is left, add one. Customers who downloaded their evidence before should download it again.`,
  /** The requests of the day are used up. */
  limitReached: (tokensPerDay: number) =>
    `The ${tokensPerDay} time-stamps of today were requested (TSA_TOKENS_PER_DAY). This batch waits until midnight UTC. If this happens often, raise the limit, or seal fewer batches: raise BATCH_SECONDS.`,
}
