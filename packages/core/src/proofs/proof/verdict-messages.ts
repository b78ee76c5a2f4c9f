import { issueMessages } from './issue-messages.ts'

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
  'outcome.open': 'Missing',

  'check.file': 'File',
  'check.file.fits': '{name} has the fingerprint that the proof is for.',
  'check.file.open': 'Not added yet.',
  'check.record': 'Record',
  'check.record.fits':
    '{count} fields, consistent with file, salt and leaf. Only the chain shows that this is what was recorded.',
  'check.record.hidden':
    '{count} fields, of which the sender hid {hidden}, consistent with file, salts and leaf. Only the chain shows that this is what was recorded.',
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
    'The certificate of the time-stamp of {time} was valid until {until}. Without a renewal, it proves nothing since then.',
  'check.revocation': 'Revocation',
  'check.revocation.fits':
    'At the time of the time-stamp or later, the issuer of its certificate said that it had not been revoked.',
  'check.revocation.open':
    'Revocation was not checked: nothing here says of the certificate, at the time of the time-stamp or later, that it had not been revoked.',
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
    'Everything matches, but the certificate of the time-stamp has expired, or its signature has become too weak, so no date is shown.',
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

  'problem.not_a_proof.title': 'This is not a proof.',
  'problem.not_a_proof.meaning':
    'It is not JSON in the "priormark-proof" format. It may be incomplete, or a different file of the same name.',
  'problem.unsupported_version.title': 'This proof has version {version}, which this verifier does not know.',
  'problem.unsupported_version.meaning':
    'It knows versions 1 and 2 only, so it cannot say whether the proof is valid. Use a newer verifier.',
  'problem.malformed.title': 'This proof does not follow version {version} of the format.',
  'problem.malformed.meaning': '{where} {what}. A faulty program wrote it, or someone changed it. {original}',
  'problem.wrong_file.title': 'The proof is for a different file, or this file was changed.',
  'problem.wrong_file.meaning':
    'The two fingerprints differ. Opening and saving, converting or cropping a file makes it a different file: look for the copy you uploaded.',
  'problem.file_sha256_changed.title': 'The fingerprint in the proof was changed.',
  'problem.file_sha256_changed.meaning':
    'This file is the right one: everything else in the proof matches it. Only the line file.sha256 does not. {original}',
  'problem.record_changed.title': 'The record in the proof was changed.',
  'problem.record_changed.meaning':
    'The record next to the proof matches, and the one in the proof does not: a name, a title or a date is not what was recorded. {original}',
  'problem.salt_changed.title': 'The salt in the proof was changed.',
  'problem.salt_changed.meaning':
    'The file is the right one and the record is the same as the one next to the proof, so the salt is not the one it was recorded with. {original}',
  'problem.record_or_salt_changed.title': 'The record or the salt in the proof was changed.',
  'problem.record_or_salt_changed.meaning':
    'The file is the right one, and the leaf leads to the root; but this record with this salt does not give the leaf. Do not rely on the names and dates in it. {original}',
  'problem.leaf_changed.title': 'The leaf in the proof was changed.',
  'problem.leaf_changed.meaning':
    'File, record and path lead to the root without it. Only the line leaf does not match them. {original}',
  'problem.path_side_changed.title': 'Step {number} of the path has its side changed.',
  'problem.path_side_changed.meaning':
    'It says left instead of right, or right instead of left. With that one word corrected, everything matches. {original}',
  'problem.path_changed.title': 'The path was changed: it does not lead to the root.',
  'problem.path_changed.meaning':
    'An OpenTimestamps proof inside confirms the root, but file and record do not lead there. As it is, it proves nothing about this file. {original}',
  'problem.root_changed.title': 'The root in the proof was changed.',
  'problem.root_changed.meaning':
    'File, record and path lead to a different root, and an OpenTimestamps proof inside confirms that one. {original}',
  'problem.path_or_root_changed.title': 'The path or the root was changed.',
  'problem.path_or_root_changed.meaning':
    'File and record give the leaf, but the path does not lead from there to the root. As it is, it proves nothing about this file. {original}',
  'problem.several_parts_changed.title': 'Several parts of the proof were changed.',
  'problem.several_parts_changed.meaning':
    'The file is the one the proof names, but nothing else matches. {original}',
  'problem.anchor_unreadable.title': 'The OpenTimestamps proof in anchor {number} cannot be read.',
  'problem.anchor_unreadable.meaning':
    'It is incomplete or was changed. File, record, path and root match; this anchor proves nothing as it is. {original}',
  'problem.anchor_of_another_root.title': 'Anchor {number} is for a different root.',
  'problem.anchor_of_another_root.meaning':
    'File, record, path and root match, but the OpenTimestamps proof that should date them is for something else. {original}',
  'problem.file_sha3_changed.title': 'The second fingerprint in the proof was changed.',
  'problem.file_sha3_changed.meaning': 'The record has another SHA3-256 than the line file.sha3. {original}',
  'problem.sha3_differs.title': 'The file has the SHA-256 of the proof, but not its SHA3-256.',
  'problem.sha3_differs.meaning':
    'Nobody can make two files with one SHA-256 today, so the SHA3-256 in the proof was changed, or SHA-256 has been broken. As it is, the proof proves nothing about this file. {original}',
  'problem.witness_unreadable.title': 'The OpenTimestamps proof in witness {number} cannot be read.',
  'problem.witness_unreadable.meaning':
    'It is incomplete or was changed. File, record, path and root match; evidence with a broken part is not evidence. {original}',
  'problem.witness_of_another_root.title': 'Witness {number} is for a different root.',
  'problem.witness_of_another_root.meaning':
    'File, record, path and root match, but the OpenTimestamps proof that should date them is for something else. {original}',
  'problem.witness_headers.title': 'The block headers in witness {number} are not those of its block.',
  'problem.witness_headers.meaning':
    'The first of them must have the Merkle root that its OpenTimestamps proof leads to. {original}',
  'problem.evm_evidence_broken.title': 'The evidence in witness {number} was changed.',
  'problem.evm_evidence_broken.meaning':
    '{flaw} File, record, path and root match; evidence with a broken part is not evidence. {original}',
  'problem.token_broken.title': 'The time-stamp in witness {number} does not hold.',
  'problem.token_broken.meaning':
    '{flaw} File, record, path and root match; evidence with a broken part is not evidence. {original}',
  'problem.token_revoked.title': 'The certificate of the time-stamp in witness {number} was revoked.',
  'problem.token_revoked.meaning':
    'Its issuer says that it was revoked before the time of the time-stamp, or that its key was stolen. {original}',
  'problem.original': 'Use the proof as you first received it, or download it again from the order page.',

  'evm.block_hash': 'The header does not have the hash of the block.',
  'evm.header': 'The header does not have the number and the time of the block, or it is not a header.',
  'evm.transaction_path': 'The transaction is not in the block.',
  'evm.receipt_path': 'The receipt is not in the block.',
  'evm.transaction_hash': 'The transaction does not have the hash in the proof.',
  'evm.failed': 'The receipt does not say that the transaction succeeded.',
  'evm.type': 'The transaction is of an unknown type.',
  'evm.data': 'The data of the transaction is not that of the root.',
  'evm.chain': 'The transaction is for another chain, or names none.',

  'token.ber': 'It is written in BER, and only DER is read.',
  'token.structure':
    'It is not a time-stamp token with one signer, or one of its certificates cannot be read.',
  'token.algorithm': 'Its signer uses an algorithm that is not supported.',
  'token.attributes': 'What was signed does not belong to this time-stamp.',
  'token.signer': 'The certificate of its signer is not here, or is not the one that was signed.',
  'token.signature': 'Its signature is wrong.',
  'token.usage': 'The certificate of its signer is not for time-stamps alone.',
  'token.validity': 'One of its certificates was not valid at that time.',
  'token.chain': 'Its certificates do not form a chain.',
  'token.revocation': 'What is here about revocation cannot be read.',
  'token.imprint': 'It is for something else than the root.',

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
