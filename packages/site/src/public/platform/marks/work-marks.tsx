import styles from './work.module.css'
import type { ReactNode } from 'react'
import type { ProofMark } from '@priormark/core/proofs/anchors/proof-mark'

interface MarkedWordProps {
  className?: string
  /** Decides the color. */
  status?: string
  word: string
  /** An SVG path in a view box of 16 by 16. */
  mark: string
}

/** A word with an icon, so that color is not the only sign of a state. */
export function MarkedWord({ className = '', status, word, mark }: MarkedWordProps) {
  return (
    <span className={`${styles.tag} ${className}`} data-status={status}>
      <Mark path={mark} size={13} />
      {word}
    </span>
  )
}

/** An icon in the text color. @param path an SVG path in a view box of 16 by 16 */
export function Mark({ path, size }: { path: string; size: number }) {
  const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 2.2 }
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} {...stroke} aria-hidden>
      <path d={path} />
    </svg>
  )
}

/** What the tag of a work says: the mark of its record, or the state of its order until there is one. */
export type WorkTag =
  | Exclude<ProofMark, 'none'>
  | 'at-risk'
  | 'processing'
  | 'canceled'
  | 'paid'
  | 'refunded'
  | 'returned'
  | 'disputed'

const tags: Record<WorkTag, { word: string; mark: string }> = {
  verified: { word: 'VERIFIED', mark: 'M2.5 8.5l3.5 3.5 7.5-8' },
  recorded: { word: 'RECORDED', mark: 'M3 8h10' },
  test: { word: 'TEST', mark: 'M3 8h10' },
  'at-risk': { word: 'AT RISK', mark: 'M8 2.5v7M8 12v2' },
  processing: { word: 'PROCESSING', mark: 'M2.5 8h2.2M6.9 8h2.2M11.3 8h2.2' },
  canceled: { word: 'CANCELED', mark: 'M3 3l10 10M13 3L3 13' },
  paid: { word: 'PAID', mark: 'M2.5 8h2.2M6.9 8h2.2M11.3 8h2.2' },
  refunded: { word: 'REFUNDED', mark: 'M13 8H3l4-4M3 8l4 4' },
  returned: { word: 'RETURNED', mark: 'M13 8H3l4-4M3 8l4 4' },
  disputed: { word: 'DISPUTED', mark: 'M8 2.5v7M8 12v2' },
}

export function StatusTag({ status }: { status: WorkTag }) {
  return <MarkedWord status={status} {...tags[status]} />
}

/** A box with printer's crop marks at its corners, for a work. */
export function CropMarks({
  children,
  className = '',
}: {
  children: ReactNode
  className?: string | undefined
}) {
  return <div className={`${styles.sheet} ${className}`}>{children}</div>
}

/** Shows a SHA-256 in four groups of sixteen digits, which are copied without spaces. */
export function Fingerprint({ sha256 }: { sha256: string }) {
  return (
    <code className={styles.fingerprint}>
      <DigitGroups digits={sha256} />
    </code>
  )
}

/** Hexadecimal digits in groups of sixteen, so that lines break only between them. */
export function DigitGroups({ digits }: { digits: string }) {
  return (
    <>
      {digits.match(/(0x)?.{1,16}/g)?.map((group, position) => (
        <span key={position}>{group}</span>
      ))}
    </>
  )
}
