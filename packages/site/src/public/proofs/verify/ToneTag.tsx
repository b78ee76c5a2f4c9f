import { verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'
import { MarkedWord } from '../../platform/marks/MarkedWord.tsx'
import type { Tone } from './verify-result.ts'

const marks: Record<Tone, string> = {
  proven: 'M2.5 8.5l3.5 3.5 7.5-8',
  holds: 'M2.5 8.5l3.5 3.5 7.5-8',
  pending: 'M8 3v5.5l3.5 2',
  asking: 'M3 8h10',
  refused: 'M3 3l10 10M13 3L3 13',
}

/** The outcome of a result, as a word with an icon. */
export function ToneTag({ tone }: { tone: Tone }) {
  return <MarkedWord className="verify-tag" word={verdictMessages[`tone.${tone}`]} mark={marks[tone]} />
}
