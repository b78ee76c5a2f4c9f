import { Button, type ButtonProps } from 'antd'

interface RowButtonProps extends Pick<ButtonProps, 'danger' | 'loading' | 'type' | 'onClick'> {
  label: string
  /** What the button acts on. The accessible name is the label and the subject: "Rename admin". */
  subject: string
}

/** A button of a row. Its accessible name distinguishes it from the same button of other rows. */
export function RowButton({ label, subject, ...props }: RowButtonProps) {
  return (
    <Button size="small" aria-label={`${label} ${subject}`} {...props}>
      {label}
    </Button>
  )
}
