import type { ProofProblem } from '@priormark/core/proofs/proof/proof-problem'
import { shownText } from '@priormark/core/proofs/proof/shown-text'
import { verdictMessage, verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'

/** How much is shown of the place of a format error. */
const maxPlaceCharacters = 100

/** Returns the problem of a proof, and what it means for its owner. */
export function problemLabels(problem: ProofProblem): { title: string; meaning: string } {
  const parts = { original: verdictMessages['problem.original'], ...partsOf(problem) }
  return {
    title: verdictMessage(`problem.${problem.kind}.title`, parts),
    meaning: verdictMessage(`problem.${problem.kind}.meaning`, parts),
  }
}

function partsOf(problem: ProofProblem): Record<string, string | number> {
  if (problem.kind === 'unsupported_version') return { version: problem.version }
  if (problem.kind === 'path_side_changed') return { number: problem.step + 1 }
  if ('anchor' in problem) return { number: problem.anchor + 1 }
  if (problem.kind !== 'malformed') return {}
  const { where, what } = problem.issue
  const place = Array.from(where).slice(0, maxPlaceCharacters).join('')
  return { where: place === '' ? verdictMessages['issue.whole'] : shownText(place), what }
}
