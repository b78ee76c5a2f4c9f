/** The quarters of the mark, clockwise from the top, as wedges of a circle with radius 8. */
const quarters = [
  'M12 12V4a8 8 0 0 1 8 8Z',
  'M12 12h8a8 8 0 0 1-8 8Z',
  'M12 12v8a8 8 0 0 1-8-8Z',
  'M12 12H4a8 8 0 0 1 8-8Z',
]

interface RegistrationMarkProps {
  /** How many quarters are filled, 0 to 4; the logo has one. */
  filledQuarters?: number
  className?: string | undefined
  size?: number
}

/** The printer's registration mark: the logo, and a progress symbol. Decorative. */
export function RegistrationMark({ filledQuarters = 1, className, size }: RegistrationMarkProps) {
  return (
    <svg viewBox="0 0 24 24" className={className} width={size} height={size} fill="none" aria-hidden>
      <g stroke="currentColor" strokeWidth="1.5">
        <circle cx="12" cy="12" r="8" />
        <path d="M12 0v24M0 12h24" />
      </g>
      {filledQuarters > 0 && <path d={quarters.slice(0, filledQuarters).join('')} fill="currentColor" />}
    </svg>
  )
}
