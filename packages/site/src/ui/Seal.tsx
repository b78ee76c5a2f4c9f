import { drawSeal, sealViewBox } from '@priormark/core/proof/seal'

/** Draws the seal before there is a fingerprint: a ring without ticks. */
export const noSha256 = '0'.repeat(64)

interface SealProps {
  /** 64 hexadecimal digits. */
  sha256: string
  /** What a screen reader says; without it the seal is decoration beside its fingerprint. */
  label?: string
  className?: string | undefined
  /** Width and height in CSS pixels, where no class sets them. */
  size?: number
}

/** A fingerprint drawn as the product's seal, in the current text colour. */
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
