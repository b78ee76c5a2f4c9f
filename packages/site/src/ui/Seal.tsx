import { drawSeal, sealViewBox } from '@priormark/core/proofs/proof/seal'

/** All zeros: draws a ring of equal short ticks, before there is a fingerprint. */
export const noSha256 = '0'.repeat(64)

interface SealProps {
  /** 64 hexadecimal digits. */
  sha256: string
  /** The accessible name; without it the seal is decorative. */
  label?: string
  className?: string | undefined
  /** Width and height in CSS pixels, if no class sets them. */
  size?: number
}

/** Draws the seal of a fingerprint in the current text color. */
export function Seal({ sha256, label, className, size }: SealProps) {
  return (
    <svg
      viewBox={sealViewBox}
      className={className}
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {drawSeal(sha256).map(({ path, strokeWidth }) => (
        <path key={strokeWidth} d={path} strokeWidth={strokeWidth} />
      ))}
    </svg>
  )
}
