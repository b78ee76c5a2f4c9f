import { evmChainName } from '@priormark/core/anchors/chain-name'
import { evmChain, evmChainKind } from '@priormark/core/anchors/evm-chains'
import type { AnchorCheck, AttestationCheck } from '@priormark/core/proof/anchor-check'
import type { DatedBlock } from '@priormark/core/proof/bitcoin-chain'
import { toHex } from '@priormark/core/proof/bytes'
import { formatSecond } from '@priormark/core/dates'
import { shownText } from '@priormark/core/proof/shown-text'
import { marginText, verdictMessage, verdictMessages as words } from '@priormark/core/proof/verdict-messages'
import { bitcoinExplorers, evmExplorers, type ExplorerLink } from './explorers.ts'
import type { LookUp } from './verify-result.ts'

/** What to look up for a transaction or a declared link. */
export function anchorLookUp(
  check: Exclude<AnchorCheck, { kind: 'opentimestamps' }>,
  rootHex: string,
): LookUp {
  if (check.kind === 'manual') {
    return {
      title: words['lookup.manual.title'],
      sentence: verdictMessage('lookup.manual.sentence', { link: shownText(check.link) }),
      values: [{ label: words['value.root'], value: rootHex }],
      links: linkTo(check.link),
    }
  }
  const { chainId, transactionHash, blockNumber, blockHash, blockTime } = check.anchor
  return {
    title: verdictMessage('lookup.evm.title', { chain: evmChainName(chainId) }),
    sentence: verdictMessage(`lookup.evm.${evmChainKind(chainId)}`, {
      time: formatSecond(new Date(blockTime * 1000).toISOString()),
      margin: marginText(evmChain(chainId)?.marginSeconds ?? 0),
    }),
    values: [
      { label: words['value.transaction'], value: transactionHash },
      { label: words['value.data'], value: check.calldata },
      { label: words['value.block'], value: String(blockNumber) },
      { label: words['value.hash'], value: blockHash },
    ],
    links: evmExplorers(chainId, transactionHash),
  }
}

/** What to look up for an attestation of a `.ots`. */
export function attestationLookUp(check: AttestationCheck): LookUp {
  if (check.kind === 'bitcoin') {
    return {
      title: verdictMessage('lookup.bitcoin.title', { height: check.height }),
      sentence: words['lookup.bitcoin.sentence'],
      values: [
        { label: words['value.height'], value: String(check.height) },
        { label: words['value.merkle'], value: check.merkleRoot },
      ],
      links: bitcoinExplorers(check.height),
    }
  }
  if (check.kind === 'pending') {
    return {
      title: words['lookup.pending.title'],
      sentence: words['lookup.pending.sentence'],
      values: [
        { label: words['value.calendar'], value: check.uri },
        { label: words['value.commitment'], value: toHex(check.message) },
      ],
      links: [],
    }
  }
  return {
    title: words['lookup.unreadable.title'],
    sentence:
      'tag' in check
        ? verdictMessage('lookup.unreadable.kind', { tag: check.tag })
        : verdictMessage('lookup.unreadable.hash', { hash: check.missingHash }),
    values: [],
    links: [],
  }
}

/** What to look up for a Bitcoin block whose header is here. */
export function blockLookUp(
  height: number,
  { kind, blockHash }: Extract<DatedBlock, { kind: 'open' | 'proven' }>,
): LookUp {
  const isProven = kind === 'proven'
  return {
    title: verdictMessage(isProven ? 'lookup.proven.title' : 'lookup.bitcoin.title', { height }),
    sentence: words[isProven ? 'lookup.proven.sentence' : 'lookup.header.sentence'],
    values: [
      { label: words['value.height'], value: String(height) },
      { label: words['value.hash'], value: blockHash },
    ],
    links: bitcoinExplorers(height),
  }
}

/** An address from a proof becomes a link only if it is https and contains no login. */
function linkTo(address: string): ExplorerLink[] {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return []
  return [{ label: url.hostname, href: url.href }]
}
