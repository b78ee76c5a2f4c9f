import { evmChainName, isDevelopmentChain } from '@priormark/core/anchors/chain-name'
import type { AnchorCheck, AttestationCheck } from '@priormark/core/proof/anchor-check'
import { toHex } from '@priormark/core/proof/bytes'
import { formatSecond } from '@priormark/core/dates'
import { bitcoinExplorers, evmExplorers, type ExplorerLink } from './explorers.ts'
import type { LookUp } from './finding.ts'

/** What a transaction, or a declared link, leaves to be looked up. */
export function anchorLookUp(
  check: Exclude<AnchorCheck, { kind: 'opentimestamps' }>,
  rootHex: string,
): LookUp {
  if (check.kind === 'manual') {
    return {
      title: 'A link, declared by the operator, not checked by a machine',
      sentence: 'Open it and look whether this root stands there, and since when.',
      values: [{ label: 'Root', value: rootHex }],
      links: linkTo(check.link),
    }
  }
  const { chainId, transactionHash, blockNumber, blockHash, blockTime } = check.anchor
  const time = formatSecond(new Date(blockTime * 1000).toISOString())
  return {
    title: `A transaction on ${evmChainName(chainId)}`,
    sentence: isDevelopmentChain(chainId)
      ? 'That chain lives on a machine of its operator and proves nothing to others: this is a trial. On a public chain the transaction would have to be in this block and carry exactly this input data.'
      : `It must have succeeded, be in this block, and carry exactly this input data. The file then existed no later than the block’s time as the explorer shows it; the proof says ${time}, which no hash covers.`,
    values: [
      { label: 'Transaction', value: transactionHash },
      { label: 'Input data', value: check.calldata },
      { label: 'Block', value: String(blockNumber) },
      { label: 'Block hash', value: blockHash },
    ],
    links: evmExplorers(chainId, transactionHash),
  }
}

/** What an attestation of a `.ots` leaves to be looked up. */
export function attestationLookUp(check: AttestationCheck): LookUp {
  if (check.kind === 'bitcoin') {
    return {
      title: `Bitcoin block ${check.height}`,
      sentence:
        'The block at this height must have this Merkle root. The file then existed no later than the block’s time; Bitcoin’s clocks may be out by two hours.',
      values: [
        { label: 'Height', value: String(check.height) },
        { label: 'Merkle root', value: check.merkleRoot },
      ],
      links: bitcoinExplorers(check.height),
    }
  }
  if (check.kind === 'pending') {
    return {
      title: 'A calendar that has not answered yet',
      sentence:
        'It has promised to put this into a Bitcoin block, and proves nothing until it has. The command “ots upgrade” asks it and completes the .ots file.',
      values: [
        { label: 'Calendar', value: check.uri },
        { label: 'Commitment', value: toHex(check.message) },
      ],
      links: [],
    }
  }
  return {
    title: 'An attestation that this verifier cannot read',
    sentence: `It is ${check.reason}. It may be sound: another OpenTimestamps program may know it.`,
    values: [],
    links: [],
  }
}

/** An address out of a proof becomes a link only where it is a whole https address without a login in it. */
function linkTo(address: string): ExplorerLink[] {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return []
  return [{ label: url.hostname, href: url.href }]
}
