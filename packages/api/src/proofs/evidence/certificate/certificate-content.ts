import { formatDay, formatMoment } from '@priormark/core/platform/dates'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { isolatedText } from '@priormark/core/platform/isolated-text'
import { testText } from '@priormark/core/proofs/anchors/proof-mark'
import { proofPagePath } from '@priormark/core/proofs/proof/proof-page'
import type { Shop } from '@priormark/core/settings/groups'
import { chainNameOf, evmChainName } from '@priormark/core/proofs/anchors/evm-chains'
import { isInBlock } from '@priormark/core/proofs/anchors/anchor-state'
import { anchorFacts, explorerGuides } from '../../facts/anchor-facts.ts'
import type { OrderProof } from '../../facts/order-proof.ts'
import { isDeclaredOnly, isOnUnknownChain, proofStatus } from '../../leaves/proof-status.ts'

/** The content of a certificate, before layout. */
export type CertificateContent = ReturnType<typeof certificateContent>

/**
 * Returns the address that documents for others lead to. The address of the order's page is a secret, so only emails to
 * the customer contain it.
 */
export function proofPageUrl({ leaf }: OrderProof, { publicUrl }: Shop): string {
  return publicUrl + proofPagePath(leaf.id)
}

/** Returns the content of the certificate: the record as it was frozen, and the current state of its anchors. */
export function certificateContent(orderProof: OrderProof, shop: Shop) {
  const value = (name: string) => orderProof.record[name] ?? ''
  return {
    shopName: shop.name,
    status: statusText(orderProof),
    projectName: value('projectName'),
    recordedFor: `${value('firstName')} ${value('lastName')}`,
    file: `${isolatedText(value('fileName'))} (${formatFileSize(Number(value('fileSize')))})`,
    fingerprint: orderProof.proof.file.sha256,
    root: orderProof.proof.root,
    anchors: anchorFacts(orderProof),
    /** How to check the records in public explorers, on a separate page unless it is empty. */
    guides: explorerGuides(orderProof.proof),
    /** Null without a date. */
    proves: provesText(orderProof),
    provesNot:
      'Who made the work. The customer supplied the name. It does not replace formal copyright registration.',
    /** The page with the public part of the proof, which the QR code leads to. */
    proofUrl: proofPageUrl(orderProof, shop),
    footer: `Proof ${orderProof.leaf.id}. Issued by ${shop.tradingName}, ${shop.supportEmail}. It can be checked without us, with the evidence and the file.`,
    sealedAt: orderProof.batch.sealedAt,
  }
}

function provesText({ leaf, anchors }: OrderProof): string | null {
  const isDeclared = isDeclaredOnly(leaf, anchors)
  if (!isDeclared && proofStatus(leaf, anchors).earliestBlock === null) return null
  const date = isDeclared
    ? 'the date of the linked page, as far as that page can be trusted'
    : 'the time of the block'
  return `That the file with this fingerprint, and this record of it, existed no later than ${date}. Change one byte and the fingerprint no longer matches.`
}

/** Returns what the certificate says about the record. */
function statusText(orderProof: OrderProof) {
  const { leaf, anchors } = orderProof
  const { mark, state } = proofStatus(leaf, anchors)
  const isTest = mark === 'test'
  return {
    mark: mark === 'none' ? 'BEING RECORDED' : mark.toUpperCase(),
    /** Another sentence for a record on a test chain, whose mark is a stamp. */
    note: isTest ? testText : null,
    /** The record is final, so the seal is green. */
    isFinal: mark !== 'none' && state === 'final',
    ...dateText(orderProof),
  }
}

/** Returns the headline with the lines above and below it. */
function dateText({ leaf, anchors }: OrderProof) {
  const { earliestBlock, mark } = proofStatus(leaf, anchors)
  if (mark === 'none') {
    return {
      message: 'No block contains the root of this file yet',
      moment: 'No date is proven yet',
      detail: 'Download this certificate again later from your order page.',
    }
  }
  if (earliestBlock !== null) {
    const { evidence } = earliestBlock.anchor
    const chain = evidence == null || mark === 'test' ? null : chainNameOf(evidence)
    return {
      message:
        mark === 'recorded'
          ? 'Its block says that it existed no later than'
          : 'This file existed no later than',
      moment: formatDay(earliestBlock.noLaterThan.toISOString()),
      detail: `${formatMoment(earliestBlock.blockTime.toISOString())} is the time of the block that contains its root${chain === null ? '' : `, on ${chain}`}. The date allows for blocks that are stamped too early.${mark === 'recorded' ? ' Look that block up to be sure.' : ''}${earliestBlock.anchor.state === 'final' ? '' : ' It can still be replaced.'}`,
    }
  }
  const undatedAnchor = anchors.find((anchor) => isInBlock(anchor.state) && isOnUnknownChain(anchor.evidence))
  if (undatedAnchor?.evidence?.kind === 'evm') {
    return {
      message: `Recorded on ${evmChainName(undatedAnchor.evidence.chainId)}`,
      moment: 'No date is proven',
      detail:
        'This chain is not in the list of supported public chains, so the accuracy of its times is unknown.',
    }
  }
  return {
    message: 'The operator says where this file is recorded',
    moment: 'See the link below',
    detail: 'The date is the one shown on the linked page.',
  }
}
