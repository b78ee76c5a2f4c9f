import { formatMoment, formatSecond } from '@priormark/core/platform/dates'
import type { Anchor } from '../leaves/batch-entities.ts'
import type { OrderProof } from './order-proof.ts'
import { blockHeight, attestationsOf, readAnchorOts } from '../leaves/proof-status.ts'
import { chainNameOf, evmChain, evmChainKind } from '@priormark/core/proofs/anchors/evm-chains'
import { evmCalldata } from '@priormark/core/proofs/proof/leaf'
import type { ProofV2, Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { marginText } from '@priormark/core/proofs/proof/verdict-messages'
import { isInBlock } from '@priormark/core/proofs/anchors/anchor-state'

/** One place where a root is recorded, as shown to people. */
export interface AnchorFacts {
  /** Such as 'Ethereum'. */
  place: string
  /** The block and its time, or the progress. */
  progress: string
  /** The page that shows the record. */
  link: string | null
}

/** Returns where a root is or will be recorded, in the order of the anchors. */
export function anchorFacts({ anchors, leaf }: OrderProof): AnchorFacts[] {
  const orderLink = leaf.declaredLink
  // An order with its own link does not need the manual link of its root.
  const relevantAnchors = anchors.filter(
    ({ kind, link }) => kind !== 'manual' || link != null || orderLink == null,
  )
  const facts = relevantAnchors.map((anchor) => ({
    place: placeOf(anchor),
    progress: isInBlock(anchor.state) && anchor.kind !== 'manual' ? blockOf(anchor) : progressOf(anchor),
    link: anchor.link ?? null,
  }))
  if (orderLink == null || facts.some(({ link }) => link === orderLink)) return facts
  return [...facts, { place: 'A link', progress: declaredText, link: orderLink }]
}

const declaredText = 'Recorded by the operator at this link'

/** Returns where an anchor records its root, such as 'Bitcoin (OpenTimestamps)'. */
export function placeOf({ kind, evidence }: Anchor): string {
  if (kind === 'opentimestamps') return 'Bitcoin (OpenTimestamps)'
  const chain = evidence == null ? null : chainNameOf(evidence)
  if (chain !== null) return chain.charAt(0).toUpperCase() + chain.slice(1)
  return kind === 'manual' ? 'A link' : 'A blockchain'
}

function progressOf({ kind, state }: Anchor): string {
  if (kind === 'manual') return state === 'queued' ? 'Not recorded yet' : declaredText
  return state === 'queued' ? 'Waiting to be sent' : 'Sent, not in a block yet'
}

function blockOf({ evidence, blockTime, state }: Anchor): string {
  const height = blockHeight(evidence)
  const block = height === null ? 'In a block' : `Block ${height.toLocaleString('en-US')}`
  const time = blockTime == null ? '' : `, ${formatMoment(blockTime.toISOString())}`
  return `${block}${time}${state === 'final' ? ', final' : ''}`
}

/** How a person checks one record of a root in a public explorer, with the values of this order. */
export interface ExplorerGuide {
  title: string
  /** The page to open; null if there is none to recommend. */
  page: string | null
  steps: string[]
  /** What the page must show. */
  values: { label: string; value: string }[]
}

type EvmWitness = Extract<Witness, { kind: 'evm' }>

/** Returns a guide for each record that anyone can look up. Test chains and pending attestations have none. */
export function explorerGuides({ witnesses, root }: Pick<ProofV2, 'witnesses' | 'root'>): ExplorerGuide[] {
  return witnesses.flatMap((witness) => {
    if (witness.kind === 'evm')
      return evmChainKind(witness.chainId) === 'public' ? [evmGuide(witness, root)] : []
    if (witness.kind === 'opentimestamps') return bitcoinGuides(witness.ots)
    return witness.kind === 'manual' ? [linkGuide(witness.link, root)] : []
  })
}

function evmGuide(witness: EvmWitness, root: string): ExplorerGuide {
  const { chainId, transactionHash, blockNumber, blockTime } = witness
  const chain = evmChain(chainId)
  const margin = chain === null ? '' : marginText(chain.marginSeconds)
  return {
    title: `On ${chainNameOf(witness) ?? ''}`,
    page: chain === null ? null : chain.transactionPage + transactionHash,
    steps: [
      'Open the page below, or search for the transaction in any other explorer of this chain.',
      'Look for "Status": it must say "Success". A failed transaction proves nothing.',
      'Compare "Block" and "Timestamp" with the values below.',
      'Click "Click to show more", find "Input Data" and choose "Original". It must be exactly the input data below: it ends with the root of this batch.',
      `Your date: your file existed no later than ${margin} after that timestamp. The rules of this chain let a block be stamped that much too early.`,
    ],
    values: [
      { label: 'Transaction', value: transactionHash },
      { label: 'Status', value: 'Success' },
      { label: 'Block', value: String(blockNumber) },
      { label: 'Timestamp', value: formatSecond(new Date(blockTime * 1_000).toISOString()) },
      { label: 'Input data', value: evmCalldata(root) },
    ],
  }
}

/** One guide for each block that the `.ots` of a root leads to. */
function bitcoinGuides(ots: string): ExplorerGuide[] {
  return attestationsOf(readAnchorOts(ots)).flatMap((attestation) =>
    attestation.kind === 'bitcoin' ? [bitcoinGuide(attestation)] : [],
  )
}

function bitcoinGuide({ height, merkleRoot }: { height: number; merkleRoot: string }): ExplorerGuide {
  return {
    title: `In Bitcoin block ${height}`,
    page: `https://blockstream.info/block-height/${height}`,
    steps: [
      'Open the page below, or search for the block in any other explorer of Bitcoin.',
      'Show its details and compare "Merkle Root" with the value below. It must be exactly that one.',
      'Note the timestamps of this block and of the six to eleven blocks after it. A miner may stamp a single block early, so the latest of them counts.',
      'Your date: your file existed no later than the latest of these timestamps.',
    ],
    values: [
      { label: 'Height', value: String(height) },
      { label: 'Merkle root', value: merkleRoot },
    ],
  }
}

function linkGuide(link: string, root: string): ExplorerGuide {
  return {
    title: 'At the link we provided',
    page: link,
    steps: [
      'Open the page below. It must show the root below, and a date.',
      'Your date: the one on that page. How far you can trust it depends on who runs that page.',
    ],
    values: [{ label: 'Root', value: root }],
  }
}
