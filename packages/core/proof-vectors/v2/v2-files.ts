import { verifierTables } from '../verifier-tables.ts'
import { grammarVectors } from './grammar-vectors.ts'
import { soundVectors } from './sound-vectors.ts'
import { tamperedVectors } from './tampered-vectors.ts'
import { logVectors } from './log-vectors.ts'
import { headerVectors } from './header-vectors.ts'
import { renewalVectors } from './renewal-vectors.ts'
import { testTrust } from './test-trust.ts'
import { brokenTokenVectors } from './broken-token-vectors.ts'
import { tokenFormVectors } from './token-form-vectors.ts'
import { tokenPartVectors } from './token-part-vectors.ts'
import { signatureVectors } from './signature-vectors.ts'
import { oddKeyVectors } from './odd-key-vectors.ts'
import { evmFormVectors } from './evm-form-vectors.ts'
import { otsVectors } from './ots-vectors.ts'
import { evmEvidenceVectors } from './evm-vectors.ts'
import { soundTokenVectors } from './sound-token-vectors.ts'
import type { VectorV2 } from './vector.ts'

/** Every vector of version 2, the same at every run. */
export function v2Vectors(): VectorV2[] {
  return [
    ...soundVectors(),
    ...soundTokenVectors(),
    ...grammarVectors(),
    ...tamperedVectors(),
    ...evmEvidenceVectors(),
    ...evmFormVectors(),
    ...otsVectors(),
    ...brokenTokenVectors(),
    ...tokenFormVectors(),
    ...tokenPartVectors(),
    ...signatureVectors(),
    ...oddKeyVectors(),
    ...logVectors(),
    ...renewalVectors(),
    ...headerVectors(),
  ]
}

/** Returns the files of version 2 by their path in proof-vectors. */
export function v2Files(): Map<string, string> {
  const vectors = v2Vectors()
  const table = vectors.map(({ name, verdict, sentence }) => `${name}\t${verdict}\t${sentence}\n`)
  return new Map([
    ['v2/tables.json', verifierTables(testTrust)],
    ['v2/verdicts.tsv', table.join('')],
    ...vectors.map(({ name, text }) => [`v2/${name}.json`, text] as const),
  ])
}
