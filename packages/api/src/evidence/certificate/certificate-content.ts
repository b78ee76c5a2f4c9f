import { formatDay, formatMoment } from '@priormark/core/dates'
import { formatFileSize } from '@priormark/core/file-size'
import { readCanonicalJson } from '@priormark/core/proof/canonical-json'
import { chainNameOf } from '@priormark/core/anchors/chain-name'
import type { Shop } from '@priormark/core/shop'
import { anchorFacts, type AnchorFacts } from '../../proofs/anchor-facts.ts'
import type { OrderProof } from '../../proofs/proof-service.ts'
import { isInBlock, proofStatus } from '../../proofs/proof-status.ts'

/** The content of a certificate, before layout. */
export interface CertificateContent {
  shopName: string
  status: { mark: string; sentence: string; moment: string; detail: string; isVerified: boolean }
  projectName: string
  registeredBy: string
  file: string
  fingerprint: string
  root: string
  anchors: AnchorFacts[]
  proves: string
  provesNot: string
  /** The order's page, the target of the QR code. */
  pageUrl: string
  footer: string
  sealedAt: Date
}

/** Collects the content of a certificate: the frozen record, and the current state of its root. */
export function certificateContent(found: OrderProof, pageUrl: string, shop: Shop): CertificateContent {
  const record = readCanonicalJson(found.proof.record) ?? {}
  const value = (name: string) => record[name] ?? ''
  return {
    shopName: shop.name,
    status: statusText(found),
    projectName: value('projectName'),
    registeredBy: `${value('firstName')} ${value('lastName')}`,
    file: `${value('fileName')} (${formatFileSize(Number(value('fileSize')))})`,
    fingerprint: found.proof.file.sha256,
    root: found.proof.root,
    anchors: anchorFacts(found),
    proves:
      'That the file with this fingerprint, and this record of it, existed no later than the time of the block. Change one byte of the file and the fingerprint is another one.',
    provesNot:
      'Who made the work. The name is as it was given by whoever registered it. It does not replace formal copyright registration.',
    pageUrl,
    footer: `Proof ${found.leaf.id}. Issued by ${shop.tradingName}, ${shop.supportEmail}. It can be checked without us: the evidence is on the page behind the code.`,
    sealedAt: found.batch.sealedAt,
  }
}

function statusText({ leaf, anchors }: OrderProof): CertificateContent['status'] {
  const { state, earliest, isTest } = proofStatus(leaf, anchors)
  if (isTest) {
    return {
      mark: 'TEST',
      sentence: 'Recorded on a test chain of one machine',
      moment: 'Proves nothing yet',
      detail: 'Only that machine can see this chain. It shows how a certificate looks, and is none.',
      isVerified: false,
    }
  }
  if (earliest !== null) {
    const iso = earliest.blockTime.toISOString()
    const { evidence } = earliest.anchor
    const chain = evidence == null ? null : chainNameOf(evidence)
    const exactness =
      evidence?.kind === 'opentimestamps'
        ? ' The day allows for the two hours by which Bitcoin’s clocks may be out.'
        : ''
    return {
      mark: 'VERIFIED',
      sentence: 'This file existed no later than',
      moment: formatDay(earliest.noLaterThan.toISOString()),
      detail: `${formatMoment(iso)} is the time of the block that has its root${chain === null ? '' : `, on ${chain}`}.${exactness}`,
      isVerified: true,
    }
  }
  if (isInBlock(state)) {
    return {
      mark: 'RECORDED',
      sentence: 'The operator declares where the root of this file stands',
      moment: 'See the link below',
      detail: 'The time is the one that the page behind the link shows.',
      isVerified: true,
    }
  }
  return {
    mark: 'BEING RECORDED',
    sentence: 'No block has the root of this file yet',
    moment: 'No time is proven yet',
    detail: 'Download this certificate again from the page behind the code.',
    isVerified: false,
  }
}
