/** What verifiers say about a proof that does not hold, and which check of its evidence fails. Only ASCII. */
export const problemMessages = {
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
  'problem.renewal_broken.title': 'Renewal {number} of the proof does not hold.',
  'problem.renewal_broken.meaning':
    '{flaw} File, record, path and root match; evidence with a broken part is not evidence. {original}',
  'problem.log_broken.title': 'What the proof says of a public log does not hold.',
  'problem.log_broken.meaning':
    '{flaw} File, record, path and root match; evidence with a broken part is not evidence. {original}',
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

  'renewal.digest': 'It is for something else than this proof.',
  'renewal.path': 'Its path does not lead to its root.',
  'renewal.witness': 'One of its witnesses does not hold.',
  'renewal.log': 'What it says of a public log does not hold.',

  'log.note': 'The note is not a signed note of that log with that size.',
  'log.path': 'The root is not that entry of the log.',
  'log.signature': 'A signature under the note is wrong, or that of the log is missing.',
} as const
