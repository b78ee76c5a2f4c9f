import { formatDay, formatMoment } from '@priormark/core/platform/dates'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { isolatedText } from '@priormark/core/platform/isolated-text'
import { readCanonicalJson } from '@priormark/core/proofs/proof/canonical-json'
import { proofPagePath } from '@priormark/core/proofs/proof/proof-page'
import type { Shop } from '@priormark/core/settings/shop'
import { chainNameOf, evmChainName } from '@priormark/core/proofs/anchors/evm-chains'
import {
  anchorFacts,
  type AnchorFacts,
  explorerGuides,
  type ExplorerGuide,
} from '../../facts/anchor-facts.ts'
import type { OrderProof } from '../../leaves/proof-service.ts'
import { isDeclaredOnly, isInBlock, isOnUnknownChain, proofStatus } from '../../leaves/proof-status.ts'

/** The content of a certificate, before layout. */
export interface CertificateContent {
  shopName: string
  status: { mark: string; message: string; moment: string; detail: string; isVerified: boolean }
  projectName: string
  recordedFor: string
  file: string
  fingerprint: string
  root: string
  anchors: AnchorFacts[]
  /** How to check the records in public explorers, on a separate page, which is omitted if this is empty. */
  guides: ExplorerGuide[]
  proves: string
  provesNot: string
  /** The page with the public part of the proof, which the QR code leads to. */
  proofUrl: string
  footer: string
  sealedAt: Date
}

/**
 * The address that documents for others lead to. The address of the order's own page is a secret, so that one is only
 * in mails to the customer.
 */
export function proofPageUrl({ leaf }: OrderProof, { publicUrl }: Shop): string {
  return publicUrl + proofPagePath(leaf.id)
}

/** Returns the content of the certificate: the record as it was frozen, and the current state of its anchors. */
export function certificateContent(orderProof: OrderProof, shop: Shop): CertificateContent {
  const record = readCanonicalJson(orderProof.proof.record) ?? {}
  const value = (name: string) => record[name] ?? ''
  return {
    shopName: shop.name,
    status: statusText(orderProof),
    projectName: value('projectName'),
    recordedFor: `${value('firstName')} ${value('lastName')}`,
    file: `${isolatedText(value('fileName'))} (${formatFileSize(Number(value('fileSize')))})`,
    fingerprint: orderProof.proof.file.sha256,
    root: orderProof.proof.root,
    anchors: anchorFacts(orderProof),
    guides: explorerGuides(orderProof.proof),
    proves: whatItProves(orderProof),
    provesNot:
      'Who made the work. The customer supplied the name. It does not replace formal copyright registration.',
    proofUrl: proofPageUrl(orderProof, shop),
    footer: `Proof ${orderProof.leaf.id}. Issued by ${shop.tradingName}, ${shop.supportEmail}. It can be checked without us, with the evidence and the file.`,
    sealedAt: orderProof.batch.sealedAt,
  }
}

function whatItProves({ leaf, anchors }: OrderProof): string {
  if (proofStatus(leaf, anchors).mark === 'test')
    return 'Nothing to others: its root is recorded only on a test chain.'
  const date = isDeclaredOnly(leaf, anchors)
    ? 'the date of the linked page, as far as that page can be trusted'
    : 'the time of the block'
  return `That the file with this fingerprint, and this record of it, existed no later than ${date}. Change one byte and the fingerprint no longer matches.`
}

function statusText({ leaf, anchors }: OrderProof): CertificateContent['status'] {
  const { earliest, mark } = proofStatus(leaf, anchors)
  if (mark === 'test') {
    return {
      mark: 'TEST',
      message: 'Recorded on a test chain only',
      moment: 'No date is proven',
      detail: 'Sample only. This is not a valid certificate.',
      isVerified: false,
    }
  }
  if ((mark === 'verified' || mark === 'recorded') && earliest !== null) {
    const isVerified = mark === 'verified'
    const iso = earliest.blockTime.toISOString()
    const { evidence } = earliest.anchor
    const chain = evidence == null ? null : chainNameOf(evidence)
    return {
      mark: isVerified ? 'VERIFIED' : 'RECORDED',
      message: isVerified
        ? 'This file existed no later than'
        : 'Its block says that this file existed no later than',
      moment: formatDay(earliest.noLaterThan.toISOString()),
      detail: `${formatMoment(iso)} is the time of the block that contains its root${chain === null ? '' : `, on ${chain}`}. The date allows for blocks that are stamped too early.${isVerified ? '' : ' Look that block up to be sure.'}${earliest.anchor.state === 'final' ? '' : ' It can still be replaced.'}`,
      isVerified,
    }
  }
  const unknown = anchors.find((anchor) => isInBlock(anchor.state) && isOnUnknownChain(anchor.evidence))
  if (unknown?.evidence?.kind === 'evm') {
    return {
      mark: 'RECORDED',
      message: `Recorded on ${evmChainName(unknown.evidence.chainId)}`,
      moment: 'No date is proven',
      detail:
        'This chain is not in the list of supported public chains, so the accuracy of its times is unknown.',
      isVerified: false,
    }
  }
  if (mark === 'recorded') {
    return {
      mark: 'RECORDED',
      message: 'The operator states where the root of this file is recorded',
      moment: 'See the link below',
      detail: 'The date is the one shown on the linked page.',
      isVerified: false,
    }
  }
  return {
    mark: 'BEING RECORDED',
    message: 'No block contains the root of this file yet',
    moment: 'No date is proven yet',
    detail: 'Download this certificate again later from your order page.',
    isVerified: false,
  }
}
