import { StatusTag } from '../work/StatusTag.tsx'
import type { Tone } from './finding.ts'

const marks: Record<Exclude<Tone, 'proven'>, { word: string; path: string }> = {
  holds: { word: 'FITS', path: 'M2.5 8.5l3.5 3.5 7.5-8' },
  pending: { word: 'FITS, NOT DATED', path: 'M8 3v5.5l3.5 2' },
  asking: { word: 'INCOMPLETE', path: 'M3 8h10' },
  refused: { word: 'REFUSED', path: 'M3 3l10 10M13 3L3 13' },
}

/** What a finding comes to, as a word with its mark. */
export function ToneTag({ tone }: { tone: Tone }) {
  if (tone === 'proven') return <StatusTag status="verified" />
  const { word, path } = marks[tone]
  return (
    <span className="verify-tag">
      <svg
        viewBox="0 0 16 16"
        width="13"
        height="13"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        aria-hidden
      >
        <path d={path} />
      </svg>
      {word}
    </span>
  )
}
