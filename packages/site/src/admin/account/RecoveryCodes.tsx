import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { toast } from '../../ui/toast-store.ts'
import { useAdmin } from '../session/admin-context.tsx'
import formStyles from './AccountForm.module.css'
import { recoveryFile } from './account-labels.ts'
import styles from './SecondFactorCard.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  username: string
  onDone: () => void
}

/** Shows new recovery codes. They cannot be shown again. */
export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const { platform } = useAdmin()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = () => recoveryFile(codes, { username, site: platform.publicUrl ?? location.origin })

  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        Keep these recovery codes
      </h3>
      <p className={formStyles.note}>
        The second factor is on. Without your telephone, each of these lets you in once. They are not shown
        again.
      </p>
      <ul className={`admin-mono ${styles.codes}`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {platform.saveText !== undefined && (
          <Button onClick={() => platform.saveText?.(text(), 'priormark-recovery-codes.txt')}>
            Download codes
          </Button>
        )}
        <Button
          onClick={() =>
            void platform.copyText(text()).then(
              () => toast({ title: 'Codes copied', description: 'Keep them in a safe place' }),
              () =>
                toast({ title: 'Not copied', description: 'Please write them down', variant: 'destructive' }),
            )
          }
        >
          Copy codes
        </Button>
        <Button type="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </>
  )
}
