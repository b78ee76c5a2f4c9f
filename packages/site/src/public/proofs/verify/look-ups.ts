import { evmChain, evmChainKind, evmChainName } from '@priormark/core/proofs/anchors/evm-chains'
import type { AnchorCheck, AttestationCheck } from '@priormark/core/proofs/proof/anchor-check'
import type { DatedBlock } from '@priormark/core/proofs/proof/bitcoin-chain'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import type { TokenResult } from '@priormark/core/proofs/proof-v2/tsp/token'
import { formatSecond } from '@priormark/core/platform/dates'
import {
  marginText,
  verdictMessage,
  verdictMessages as words,
} from '@priormark/core/proofs/proof/verdict-messages'
import { shownText } from '@priormark/core/platform/isolated-text'
import type { ExplorerLink, LookUp } from './verify-result.ts'

/** What to look up for a transaction or a declared link. */
export function anchorLookUp(
  check: Extract<AnchorCheck, { kind: 'evm' | 'manual' }>,
  rootHex: string,
): LookUp {
  if (check.kind === 'manual') {
    return {
      title: words['lookup.manual.title'],
      message: verdictMessage('lookup.manual.sentence', { link: shownText(check.link) }),
      values: [{ label: words['value.root'], value: rootHex }],
      links: linkTo(check.link),
    }
  }
  const { chainId, transactionHash, blockNumber, blockHash, blockTime } = check.anchor
  const parts = {
    time: formatSecond(new Date(blockTime * 1000).toISOString()),
    margin: marginText(evmChain(chainId)?.marginSeconds ?? 0),
  }
  const kind = evmChainKind(chainId)
  const hasEvidence = check.hasEvidence === true
  return {
    title: verdictMessage('lookup.evm.title', { chain: evmChainName(chainId) }),
    message: verdictMessage(hasEvidence ? `lookup.evidence.${kind}` : `lookup.evm.${kind}`, parts),
    values: [
      ...(hasEvidence
        ? []
        : [
            { label: words['value.transaction'], value: transactionHash },
            { label: words['value.data'], value: check.calldata },
          ]),
      { label: words['value.block'], value: String(blockNumber) },
      { label: words['value.hash'], value: blockHash },
    ],
    links: evmExplorers(chainId, transactionHash),
  }
}

/** What to look up for a time-stamp of an authority that is not known. */
export function tokenLookUp({ lastCertificate }: TokenResult): LookUp {
  return {
    title: words['lookup.token.title'],
    message: words['lookup.token.sentence'],
    values: [{ label: words['value.certificate'], value: lastCertificate }],
    links: [],
  }
}

/** What to look up for an attestation of a `.ots`. */
export function attestationLookUp(check: AttestationCheck): LookUp {
  if (check.kind === 'bitcoin') {
    return {
      title: verdictMessage('lookup.bitcoin.title', { height: check.height }),
      message: words['lookup.bitcoin.sentence'],
      values: [
        { label: words['value.height'], value: String(check.height) },
        { label: words['value.merkle'], value: check.merkleRoot },
      ],
      links: bitcoinExplorers(check),
    }
  }
  if (check.kind === 'pending') {
    return {
      title: words['lookup.pending.title'],
      message: words['lookup.pending.sentence'],
      values: [
        { label: words['value.calendar'], value: check.uri },
        { label: words['value.commitment'], value: toHex(check.message) },
      ],
      links: [],
    }
  }
  return {
    title: words['lookup.unreadable.title'],
    message: unreadableMessage(check),
    values: [],
    links: [],
  }
}

function unreadableMessage(check: Extract<AttestationCheck, { kind: 'unreadable' }>): string {
  if ('tag' in check) return verdictMessage('lookup.unreadable.kind', { tag: check.tag })
  return 'length' in check
    ? verdictMessage('lookup.unreadable.length', { length: check.length })
    : verdictMessage('lookup.unreadable.hash', { hash: words[`hash.${check.missingHash}`] })
}

/** What to look up for a Bitcoin block whose header is here. */
export function blockLookUp(
  height: number,
  { kind, blockHash }: Extract<DatedBlock, { kind: 'open' | 'proven' }>,
): LookUp {
  const hashValue = { label: words['value.hash'], value: blockHash }
  // Headers do not contain their height, so only the hash is certain.
  if (kind === 'proven')
    return {
      title: words['lookup.proven.title'],
      message: verdictMessage('lookup.proven.sentence', { height }),
      values: [hashValue],
      links: bitcoinExplorers({ hash: blockHash }),
    }
  return {
    title: verdictMessage('lookup.bitcoin.title', { height }),
    message: words['lookup.header.sentence'],
    values: [{ label: words['value.height'], value: String(height) }, hashValue],
    links: bitcoinExplorers({ height }),
  }
}

/** An address from a proof becomes a link only if it is https and contains no login. */
function linkTo(address: string): ExplorerLink[] {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return []
  return [{ label: url.hostname, href: url.href }]
}

/** Returns the explorers of a transaction; empty for an unknown chain. */
function evmExplorers(chainId: number, transactionHash: string): ExplorerLink[] {
  const chain = evmChain(chainId)
  if (chain === null) return []
  const { transactionPage } = chain
  return [{ label: new URL(transactionPage).hostname, href: transactionPage + transactionHash }]
}

/** Returns explorers for a Bitcoin block. */
function bitcoinExplorers(block: { height: number } | { hash: string }): ExplorerLink[] {
  const [page, id] = 'hash' in block ? ['block', block.hash] : ['block-height', String(block.height)]
  return [
    { label: 'blockstream.info', href: `https://blockstream.info/${page}/${id}` },
    { label: 'mempool.space', href: `https://mempool.space/block/${id}` },
    { label: 'blockchair.com', href: `https://blockchair.com/bitcoin/block/${id}` },
  ]
}
