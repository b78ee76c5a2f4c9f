interface CopyValueProps {
  label: string
  value: string
  isCopied: boolean
  onCopy: (value: string) => void
}

/** A value with a copy button. Uses no hooks, because verify.html renders it without React. */
export function CopyValue({ label, value, isCopied, onCopy }: CopyValueProps) {
  return (
    <div className="verify-value">
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <button
          type="button"
          className="verify-quiet"
          aria-label={`Copy ${label}`}
          data-copied={isCopied || undefined}
          onClick={() => onCopy(value)}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </dd>
    </div>
  )
}
