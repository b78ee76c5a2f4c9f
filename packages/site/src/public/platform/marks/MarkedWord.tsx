interface MarkedWordProps {
  className: string | undefined
  /** For the style sheet. */
  status?: string
  word: string
  /** An SVG path in a square of 16. */
  mark: string
}

/** A word with an icon, so that color is not the only sign of a state. */
export function MarkedWord({ className, status, word, mark }: MarkedWordProps) {
  return (
    <span className={className} data-status={status}>
      <svg
        viewBox="0 0 16 16"
        width="13"
        height="13"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        aria-hidden
      >
        <path d={mark} />
      </svg>
      {word}
    </span>
  )
}
