import { MarkedWord } from '../work/MarkedWord.tsx'
import type { Tone } from './verify-result.ts'

const marks: Record<Tone, { word: string; mark: string }> = {
  proven: { word: 'VERIFIED', mark: 'M2.5 8.5l3.5 3.5 7.5-8' },
  holds: { word: 'MATCHES', mark: 'M2.5 8.5l3.5 3.5 7.5-8' },
  pending: { word: 'MATCHES, NO DATE YET', mark: 'M8 3v5.5l3.5 2' },
  asking: { word: 'INCOMPLETE', mark: 'M3 8h10' },
  refused: { word: 'NO MATCH', mark: 'M3 3l10 10M13 3L3 13' },
}

/** The outcome of a result, as a word with an icon. */
export function ToneTag({ tone }: { tone: Tone }) {
  return <MarkedWord className="verify-tag" {...marks[tone]} />
}
