import { Button, type ButtonProps } from 'antd'

interface RowButtonProps extends Pick<ButtonProps, 'danger' | 'loading' | 'type' | 'onClick'> {
  label: string
  /** What it acts on, which ends its accessible name: "Rename" and "admin". */
  subject: string
}

/** A button of a row, whose accessible name tells it from those of the other rows. */
export function RowButton({ label, subject, ...props }: RowButtonProps) {
  return (
    <Button size="small" aria-label={`${label} ${subject}`} {...props}>
      {label}
    </Button>
  )
}
