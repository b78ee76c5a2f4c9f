import { issueMessages } from './issue-messages.ts'
import { problemMessages } from './problem-messages.ts'

/**
 * Everything that the four verifiers say about a proof: the pages import this table, and verify.py and verify.mjs read
 * it from check/tables.json. Only ASCII, so that every console can show it. `{name}` is replaced.
 */
export const verdictMessages = {
  'tone.proven': 'VERIFIED',
  'tone.holds': 'MATCHES',
  'tone.pending': 'MATCHES, NO DATE YET',
  'tone.asking': 'INCOMPLETE',
  'tone.refused': 'NO MATCH',

  'heading.checks': 'What was checked',
  'heading.record': 'What was recorded',
  'heading.look_ups': 'What to look up',

  'outcome.fits': 'Matches',
  'outcome.fails': 'Does not match',
  'outcome.open': 'Still open',

  'check.file': 'File',
  'check.file.fits': '{name} has the fingerprint that the proof is for.',
  'check.file.open': 'Not added yet.',
  'check.record': 'Record',
  'check.record.fits':
    '{count} fields, consistent with file, salt and leaf. Only the chain shows that this is what was recorded.',
  'check.record.hidden':
    '{count} fields, of which the sender hid {hidden}, consistent with file, salts and leaf. Only the chain shows that this is what was recorded.',
  'check.previous': 'Earlier draft',
  'check.previous.fits':
    'This is the next draft of the record with the leaf {leaf}, which existed before this record. Whether their files are alike, or are by the same person, was not checked.',
  'check.sha3': 'SHA3-256',
  'check.path': 'Path',
  'check.path.none': 'The leaf is the root: the batch has no other.',
  'check.path.one': 'One step leads from the leaf to the root.',
  'check.path.many': '{count} steps lead from the leaf to the root.',
  'check.root': 'Root',
  'check.evm': 'Block of {chain}',
  'check.evm.fits':
    'The transaction with the root is in the block with this hash, and succeeded: header, transaction and receipt lead there.',
  'check.token': 'Time-stamp',
  'check.token.known': '{authority} signed the root: it existed no later than {time}.',
  'check.token.qualified':
    '{authority}, a qualified trust service, signed the root: it existed no later than {time}.',
  'check.token.unknown':
    'An authority that this verifier does not know signed the root. By its clock, it existed no later than {time}. The signature is valid.',
  'check.token.weak': 'The time-stamp of {time} is signed with SHA-1, which proves nothing today.',
  'check.token.expired':
    'A certificate behind the time-stamp of {time} was valid until {until}. Without a renewal, it proves nothing since then.',
  'check.revocation': 'Revocation',
  'check.revocation.fits':
    'At the time of the time-stamp or later, the issuer of its certificate said that it had not been revoked.',
  'check.revocation.open':
    'Revocation was not checked: nothing here says of the certificate, at the time of the time-stamp or later, that it had not been revoked.',
  'check.log': 'Public log',
  'check.log.none': 'The root is in no public log that the proof names.',
  'check.log.unknown':
    'The note of {origin} has the root as entry {index}, but this verifier does not know that log, so its signature was not checked.',
  'check.log.known': 'The root is entry {index} of {origin}, whose signed note of {size} entries is here.',
  'check.cosigned': 'Witness of the log',
  'check.cosigned.fits': '{name} signed the same note at {time} by its clock. This proves no date.',
  'check.renewal': 'Renewal',
  'check.renewal.fits': 'Renewal {number} shows that the proof existed no later than {time}.',
  'check.renewal.open': 'Nothing here dates renewal {number}.',
  'check.header': 'Bitcoin block',
  'check.header.proven':
    'The headers of the block and of {following} blocks after it are linked, and each has exactly the work, and a time within a day of those, that blocks of the main chain have near height {height}.',
  'check.header.no_checkpoint':
    'A header has the Merkle root that the proof leads to, but this verifier has no checkpoint for block {height}.',
  'check.header.few_blocks':
    'A header has the Merkle root that the proof leads to, but at least {least} blocks after it are needed to show that the chain continues; {following} are here.',
  'check.header.no_header':
    'No block header here has the Merkle root that the proof leads to: the proof or the header was changed.',
  'check.header.no_work':
    'This block header has the Merkle root, but no proof of work: it is not a Bitcoin block.',
  'check.header.off_chain':
    'This block header has the Merkle root, but cannot be block {height} of Bitcoin: its work, its time or its hash is not the one known for that height.',

  'proven.title': 'This file existed, unchanged, no later than {day}.',
  'proven.sentence':
    'It is recorded in a Bitcoin block, and the headers of that block and of the blocks after it are here. The day is in UTC: the latest time among these blocks.',
  'proven.token.sentence':
    'It has a time-stamp of {authority}, which was checked here with its certificates. The day is in UTC: that of the latest time that the time-stamp allows.',
  'proven.qualified.sentence':
    'It has a qualified time-stamp of {authority}, which was checked here with its certificates. The day is in UTC: that of the latest time that the time-stamp allows.',
  'proven.renewal.sentence':
    'It is in a renewal of the proof, whose date was checked here. The day is in UTC: that of the latest time that the evidence of the renewal allows.',
  'open.title': 'File and proof match. The time is on the blockchain: look it up.',
  'open.sentence':
    'Everything that can be computed was checked here and matches. No file can show what a blockchain contains, so compare the values below with any explorer.',
  'authority.title': 'File and proof match. An authority that this verifier does not know signed the time.',
  'authority.sentence':
    'Everything that can be computed was checked here and matches. Whether the authority is to be trusted is not known here: look up its certificate.',
  'declared.title': 'File and proof match. The operator says where they are recorded.',
  'declared.sentence':
    'Everything that can be computed was checked here and matches. The operator names a page that shows the root: open it and see its date.',
  'test.title': 'File and proof match. This is a test chain and proves no date.',
  'test.sentence':
    'Everything matches, but the root is recorded on a test chain only. Its operator can write any time into it, or reset it.',
  'unknown.title': 'File and proof match. This verifier does not know the chain.',
  'unknown.sentence':
    'Everything matches, but the root is recorded only on a chain that is not in the list of supported public chains. The accuracy of its times is unknown, so no date is shown.',
  'unreadable.title': 'File and proof match. This verifier cannot read where they are recorded.',
  'unreadable.sentence':
    "Everything that can be computed was checked here and matches. OpenTimestamps' own client may be able to read the rest.",
  'weak.title': 'File and proof match. Their time-stamp proves nothing anymore.',
  'weak.sentence':
    'Everything matches, but a certificate of the time-stamp has expired, or its signature has become too weak, so no date is shown.',
  'pending.title': 'File and proof match. They are not on a blockchain yet.',
  'pending.sentence':
    'Everything matches, but no date is proven: the proof was downloaded before its root was in a block. Download it again later.',
  'contradicted.title': 'The block header does not match the proof.',
  'contradicted.sentence':
    'File and proof match, but the header that should show the time was changed or belongs to something else. Remove the header to see what you can look up.',

  'lookup.manual.title': 'A link added by the operator, not checked automatically',
  'lookup.manual.sentence': 'Open {link} and check that it shows this root, and since when.',
  'lookup.evm.title': 'Blockchain transaction on {chain}',
  'lookup.evm.public':
    'It must have succeeded, be in this block, and contain exactly this input data. The file then existed no later than {margin} after the time of the block as the explorer shows it: the rules of this chain let a block be stamped that much too early. The proof says {time}, which no hash covers.',
  'lookup.evm.test':
    'This is a public test network, which can be reset: it proves no date. On a public chain, the transaction would have to be in this block and contain exactly this input data.',
  'lookup.evm.private':
    'That chain runs on the computer of the operator and proves nothing to others: this is a test. On a public chain, the transaction would have to be in this block and contain exactly this input data.',
  'lookup.evm.unknown':
    'This chain is not in the list of supported public chains, so the accuracy of its times is unknown. The transaction must have succeeded, be in this block, and contain exactly this input data. The proof says {time}, which no hash covers.',
  'lookup.evidence.public':
    'Only this is left to look up: the chain must have the block with this hash. Everything else follows from the hash. The file then existed no later than {margin} after {time}, the time in the header of that block: the rules of this chain let a block be stamped that much too early.',
  'lookup.evidence.test':
    'The chain must have the block with this hash, but it is a public test network, which can be reset: it proves no date.',
  'lookup.evidence.private':
    'The chain must have the block with this hash, but it runs on the computer of the operator and proves nothing to others: this is a test.',
  'lookup.evidence.unknown':
    'The chain must have the block with this hash. It is not in the list of supported public chains, so the accuracy of its times is unknown. The header of that block says {time}.',
  'lookup.bitcoin.title': 'Bitcoin block {height}',
  'lookup.bitcoin.sentence':
    'The block at this height must have this Merkle root. The file then existed no later than the latest time among this block and the six to eleven blocks after it: a miner may stamp a single block early.',
  'lookup.header.sentence':
    'The block at this height must have this hash. The file then existed no later than the latest time among this block and the six to eleven blocks after it: a miner may stamp a single block early.',
  'lookup.proven.title': 'The Bitcoin block, to be completely sure',
  'lookup.proven.sentence':
    'Faking these headers costs as much as mining them. Any explorer finds this hash on the main chain. A header does not contain its height: the proof says {height}, and the work fits any height within the same 2,016 blocks.',
  'lookup.token.title': 'The authority of the time-stamp',
  'lookup.token.sentence':
    'Find out whose certificate has this SHA-256, and whether you trust it. With it, the command "openssl ts -verify" checks the time-stamp, too.',
  'lookup.pending.title': 'A calendar that has not recorded it yet',
  'lookup.pending.sentence':
    'It has promised to record this in a Bitcoin block and proves nothing until then. The command "ots upgrade" completes the .ots file.',
  'lookup.unreadable.title': 'An attestation that this verifier cannot read',
  'lookup.unreadable.hash': "It uses {hash}, which is not followed here; OpenTimestamps' own client can.",
  'lookup.unreadable.length':
    'It is for a Bitcoin block, but attests {length} bytes, and a Merkle root has 32, so it cannot be looked up.',
  'lookup.unreadable.kind': 'It is of kind {tag}, which is not known here. It may be valid.',

  'value.root': 'Root',
  'value.transaction': 'Transaction',
  'value.data': 'Input data',
  'value.block': 'Block',
  'value.hash': 'Block hash',
  'value.height': 'Height',
  'value.merkle': 'Merkle root',
  'value.certificate': 'SHA-256 of the certificate',
  'value.calendar': 'Calendar',
  'value.commitment': 'Commitment',

  ...problemMessages,

  'record.hidden': 'hidden by the sender',

  ...issueMessages,

  'ots.unreadable.title': 'This OpenTimestamps proof cannot be read.',
  'ots.unreadable.meaning': 'It is incomplete or was changed: use it as you first received it.',

  'headers.unreadable.title': 'These block headers cannot be read.',
  'headers.unreadable.meaning':
    'A file of block headers is text in UTF-8, of at most 1,000,000 bytes. This one was changed: use it as you first received it.',

  'ots.alone.title': 'This OpenTimestamps proof is readable. Now add the file it is for.',
  'ots.alone.sentence': 'Add the file to see its date.',
  'ots.hash.title': "This .ots uses {hash}, which is not followed here; OpenTimestamps' own client can.",
  'ots.hash.sentence': 'It names its file by this digest: {digest}.',

  'record.other.title': 'The record.json next to this proof does not match it.',
  'record.other.meaning':
    'The proof shows another record. This says nothing about your file and its proof; do not rely on record.json. Download the evidence again from the order page.',

  'manifest.changed.title': 'Files of this evidence were changed: {names}.',
  'manifest.changed.meaning':
    'The manifest next to the proof has different fingerprints for them. This says nothing about your file and its proof; do not rely on the changed files. Download the evidence again from the order page.',
  'manifest.malformed.title': 'The manifest of this evidence cannot be read.',
  'manifest.malformed.meaning':
    'It is incomplete or was changed, so the files next to the proof could not be compared. Download the evidence again from the order page.',

  'hash.sha1': 'SHA-1',
  'hash.ripemd160': 'RIPEMD-160',
  'hash.sha256': 'SHA-256',
  'hash.keccak256': 'Keccak-256',

  'margin.minutes': '{count} minutes',
  'margin.hours': '{count} hours',
} as const

export type VerdictMessage = keyof typeof verdictMessages

/** Returns a message with its parts filled in. Texts from files must be made safe first, with `shownText`. */
export function verdictMessage(id: VerdictMessage, parts: Record<string, string | number> = {}): string {
  return verdictMessages[id].replace(/\{(\w+)\}/g, (place, name: string) => String(parts[name] ?? place))
}

/** Writes a margin in the largest unit that it is a whole number of. */
export function marginText(seconds: number): string {
  return seconds % 3_600 === 0
    ? verdictMessage('margin.hours', { count: seconds / 3_600 })
    : verdictMessage('margin.minutes', { count: seconds / 60 })
}
