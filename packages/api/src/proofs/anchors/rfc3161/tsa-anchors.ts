import { fromBase64, toBase64 } from '@priormark/core/proofs/proof/base64'
import { createPortRuns, type AnchorPort, type AnchorPortDeps } from '../anchor-port.ts'
import { recordProgress, reportStuck, setStuckReason } from '../anchor-progress.ts'
import { Anchor } from '../../leaves/batch-entities.ts'
import { requestRevocation } from './revocation-sources.ts'
import { checkReceivedToken, checkStoredToken } from './token-check.ts'
import type { TsaConfig } from './tsa-config.ts'
import {
  claimRequest,
  insertMissingRequests,
  readDueRevocations,
  readSignedAnchorIds,
  retryDelaysMs,
  retryRequests,
  saveResult,
  TsaToken,
  type ClaimedRequest,
} from './tsa-repository.ts'
import { requestTimestamp, type TsaFailure } from './tsa-request.ts'

export interface TsaAnchorDeps extends AnchorPortDeps {
  config: TsaConfig
  now?: () => Date
  /** The timeout of a request. */
  timeoutMs?: number
}

const dayMs = 24 * 60 * 60_000
/** Failures are reported from the third in a row on, because shorter outages resolve automatically. */
const failuresUntilReport = 3
/** For how long the signer's revocation is checked. Most issuers renew their CRLs within days. */
const revocationDays = 30
const requestFailure = 'anchors: a time-stamp could not be requested'
const revocationFailure = 'anchors: a revocation could not be checked'

/** Has time-stamping authorities sign roots (RFC 3161), and accepts only what the verifiers will accept. */
export function createTsaAnchors(deps: TsaAnchorDeps): AnchorPort {
  const { database, log, config, now = () => new Date(), timeoutMs = 10_000 } = deps
  const { signal, attempt, advance, close } = createPortRuns(log, runOnce)
  const http = { fetch, signal, timeoutMs }

  async function runOnce(): Promise<void> {
    await insertMissingRequests(database.fork(), config, now())
    await sendDueRequests()
    for (const row of await readDueRevocations(database.fork(), now()))
      await attempt(revocationFailure, () => checkRevocation(row), { anchorId: row.anchor.id })
    for (const id of await readSignedAnchorIds(database.fork(), config.authoritiesNeeded))
      await recordProgress(deps, id, { state: 'final' })
  }

  /** Sends one request after the other, because authorities may refuse parallel requests. */
  async function sendDueRequests(): Promise<void> {
    while (!signal.aborted) {
      const request = await claimRequest(database, config, now())
      if (request === null) return
      if ('deferredAnchorIds' in request) {
        const reason = reasons.limitReached(config.tokensPerDay)
        for (const anchorId of request.deferredAnchorIds) await reportStuck(deps, anchorId, reason)
        return
      }
      const { anchorId, failures, url } = request
      const isDone = await attempt(requestFailure, () => sendRequest(request), { anchorId })
      if (!isDone && failures >= failuresUntilReport)
        await reportStuck(deps, anchorId, reasons.notStored(new URL(url).host))
    }
  }

  async function sendRequest(request: ClaimedRequest): Promise<void> {
    const response = await requestTimestamp(config, request, http)
    if ('problem' in response) return saveFailure(request, response)
    const receivedAt = now()
    const token = await checkReceivedToken(response.token, { ...request, now: receivedAt }, config)
    if ('problem' in token) return saveFailure(request, { ...token, isRetried: false })
    await saveResult(database.fork(), request, {
      token: toBase64(response.token),
      certificates: token.certificates.map(toBase64),
      tokenTime: token.time,
      noLaterThan: token.noLaterThan,
      validUntil: token.validUntil,
      receivedAt,
      failures: 0,
      nextAttemptAt: null,
      revocationDueAt: token.isTrusted ? receivedAt : null,
    })
  }

  async function saveFailure(request: ClaimedRequest, { problem, isRetried }: TsaFailure): Promise<void> {
    const { failures } = request
    const delayMs = isRetried ? retryDelaysMs[failures - 1] : undefined
    const nextAttemptAt = delayMs === undefined ? null : new Date(now().getTime() + delayMs)
    const isSaved = await saveResult(database.fork(), request, { nextAttemptAt })
    if (isSaved && (failures >= failuresUntilReport || !isRetried))
      await reportStuck(deps, request.anchorId, reasons.notSigned(new URL(request.url).host, problem))
  }

  /** Checks the revocation of a token's signer, once a day until the issuer's statement is newer than the token. */
  async function checkRevocation(row: TsaToken): Promise<void> {
    const { root } = row.anchor.batch
    const { trustedCertificates } = config
    const token = fromBase64(row.token ?? '') ?? new Uint8Array()
    const parts = { token, certificates: [], revocation: [] }
    const storedToken = await checkStoredToken(parts, root, trustedCertificates)
    const chain = 'flaw' in storedToken ? [] : storedToken.chain
    const checkedAt = now()
    const ageMs = checkedAt.getTime() - (row.tokenTime?.getTime() ?? 0)
    row.revocationDueAt = ageMs > revocationDays * dayMs ? null : new Date(checkedAt.getTime() + dayMs)
    for await (const item of requestRevocation(chain, http)) {
      const result = await checkStoredToken({ ...parts, revocation: [item] }, root, trustedCertificates)
      const isRevoked = 'flaw' in result && result.flaw === 'revoked'
      if (!isRevoked && ('flaw' in result || !result.isRevocationChecked)) continue
      row.revocationDueAt = null
      row.isRevoked = isRevoked
      if (!isRevoked) row.revocation = [{ kind: item.kind, data: toBase64(item.data) }]
      break
    }
    await saveRevocation(row)
  }

  /**
   * Stores the result. If two runs find the same token revoked, only the first reports it. Its anchor is then open again,
   * even if it was final, so that another authority signs; until then the health page shows the reason.
   */
  async function saveRevocation({ id, anchor, url, revocationDueAt, isRevoked, revocation }: TsaToken) {
    const reason = reasons.revokedSigner(new URL(url).host)
    await database.fork().transactional(async (em) => {
      const changes = { revocationDueAt, isRevoked, revocation }
      const changedCount = await em.nativeUpdate(TsaToken, { id, isRevoked: false }, changes)
      if (!isRevoked || changedCount === 0) return
      log.error({ anchorId: anchor.id }, `anchors: ${reason}`)
      await em.nativeUpdate(Anchor, { id: anchor.id }, { state: 'queued', includedAt: null, finalAt: null })
      await setStuckReason(em, anchor.id, reason)
    })
  }

  return {
    kind: 'rfc3161',
    advance,
    retry: (anchorId) => retryRequests(database.fork(), anchorId, now()),
    close,
  }
}

// Why a time-stamp is missing, for the shop's owner. The sentences do not change between attempts.
const reasons = {
  /** An authority does not sign, or its time-stamp is invalid. */
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
