import { evmChainName } from '@priormark/core/anchors/chain-name'
import { isDevelopmentChain } from '@priormark/core/anchors/evm-chains'
import type { AnchorCheck, AttestationCheck } from '@priormark/core/proof/anchor-check'
import { toHex } from '@priormark/core/proof/bytes'
import { formatSecond } from '@priormark/core/dates'
import { bitcoinExplorers, evmExplorers, type ExplorerLink } from './explorers.ts'
import type { LookUp } from './verify-result.ts'

/** What to look up for a transaction or a declared link. */
export function anchorLookUp(
  check: Exclude<AnchorCheck, { kind: 'opentimestamps' }>,
  rootHex: string,
): LookUp {
  if (check.kind === 'manual') {
    return {
      title: 'A link added by the operator, not checked automatically',
      sentence: 'Open it and check that it shows this root, and since when.',
      values: [{ label: 'Root', value: rootHex }],
      links: linkTo(check.link),
    }
  }
  const { chainId, transactionHash, blockNumber, blockHash, blockTime } = check.anchor
  const time = formatSecond(new Date(blockTime * 1000).toISOString())
  return {
    title: `Blockchain transaction on ${evmChainName(chainId)}`,
    sentence: isDevelopmentChain(chainId)
      ? 'That chain runs on the operator’s own computer and proves nothing to others: this is a test. On a public chain, the transaction would have to be in this block and contain exactly this input data.'
      : `It must have succeeded, be in this block, and contain exactly this input data. The file then existed no later than the block’s time as the explorer shows it; the proof says ${time}, which no hash covers.`,
    values: [
      { label: 'Transaction', value: transactionHash },
      { label: 'Input data', value: check.calldata },
      { label: 'Block', value: String(blockNumber) },
      { label: 'Block hash', value: blockHash },
    ],
    links: evmExplorers(chainId, transactionHash),
  }
}

/** What to look up for an attestation of a `.ots`. */
export function attestationLookUp(check: AttestationCheck): LookUp {
  if (check.kind === 'bitcoin') {
    return {
      title: `Bitcoin block ${check.height}`,
      sentence:
        'The block at this height must have this Merkle root. The file then existed no later than the block’s time; Bitcoin’s clocks may be off by up to two hours.',
      values: [
        { label: 'Height', value: String(check.height) },
        { label: 'Merkle root', value: check.merkleRoot },
      ],
      links: bitcoinExplorers(check.height),
    }
  }
  if (check.kind === 'pending') {
    return {
      title: 'A calendar that has not recorded it yet',
      sentence:
        'It has promised to record this in a Bitcoin block and proves nothing until then. The command “ots upgrade” completes the .ots file.',
      values: [
        { label: 'Calendar', value: check.uri },
        { label: 'Commitment', value: toHex(check.message) },
      ],
      links: [],
    }
  }
  return {
    title: 'An attestation that this verifier cannot read',
    sentence: `It is ${check.reason}. It may be valid: another OpenTimestamps program may be able to read it.`,
    values: [],
    links: [],
  }
}

/** An address from a proof becomes a link only if it is https and contains no login. */
function linkTo(address: string): ExplorerLink[] {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return []
  return [{ label: url.hostname, href: url.href }]
}
