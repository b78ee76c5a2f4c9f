import { isolatedText, shownText } from '@priormark/core/platform/isolated-text'
import { verdictMessage, verdictMessages as words } from '@priormark/core/proofs/proof/verdict-messages'
import { isListed, isWork, type SortedEvidence } from './evidence.ts'
import { isSignOfEvidence } from './part-reading.ts'
import type { VerifyResult } from './verify-result.ts'

const bare = { tone: 'refused', seals: [], checks: [], record: [], lookUps: [], askable: null } as const

/** Compares the files next to a proof with the manifest of their evidence. Empty if all match; missing files are ignored. */
export function manifestResults(evidence: SortedEvidence): VerifyResult[] {
  return evidence.parts.flatMap((manifest): VerifyResult[] => {
    const { name, sha256, meaning } = manifest
    if (meaning.kind !== 'manifest' || isWork(evidence, sha256) || !isEvidence(evidence)) return []
    const base = {
      ...bare,
      seals: [],
      checks: [],
      record: [],
      lookUps: [],
      key: `manifest ${sha256} ${manifest.path ?? ''}`,
      about: name,
    }
    if (meaning.files === null)
      return [
        {
          ...base,
          title: words['manifest.malformed.title'],
          messages: [words['manifest.malformed.meaning']],
        },
      ]
    const changed = meaning.files.filter((file) =>
      evidence.parts.some(
        (part) =>
          isListed(part, file.name, manifest) &&
          part.sha256 !== file.sha256 &&
          !isWork(evidence, part.sha256),
      ),
    )
    if (changed.length === 0) return []
    const names = changed.map((file) => isolatedText(shownText(file.name))).join(', ')
    return [
      {
        ...base,
        title: verdictMessage('manifest.changed.title', { names }),
        messages: [words['manifest.changed.meaning']],
      },
    ]
  })
}

/** A file of that name can also be added without a proof. */
function isEvidence({ parts, publicProof }: SortedEvidence): boolean {
  const others = parts.filter(({ meaning }) => meaning.kind !== 'manifest')
  return publicProof !== null || others.some(({ meaning }) => isSignOfEvidence(meaning))
}
