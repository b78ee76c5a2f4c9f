import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { UnsavedDialog } from '../../platform/ui/dialogs.tsx'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import formStyles from './account.module.css'
import { recoveryFile } from './account-labels.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  username: string
  onDone: () => void
}

/** Shows new recovery codes. They cannot be shown again. */
export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const { platform } = useAdmin()
  const heading = useRef<HTMLHeadingElement>(null)
  const areSaved = useRef(false)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  const text = () => recoveryFile(codes, { username, site: platform.publicUrl ?? location.origin })

  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={formStyles.heading}>
        Save these recovery codes
      </h3>
      <p className="admin-note">
        Two-step verification is on. If you lose your phone, each of these codes lets you log in once. They
        won’t be shown again.
      </p>
      <ul className={`admin-mono ${formStyles.codes}`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="admin-line">
        {platform.saveText !== undefined && (
          <Button onClick={() => platform.saveText?.(text(), 'priormark-recovery-codes.txt')}>
            Download codes
          </Button>
        )}
        <Button
          onClick={() =>
            void platform.copyText(text()).then(
              () => toast({ title: 'Codes copied', description: 'Store them separately from your password' }),
              () => toastError('Not copied', 'Please write them down'),
            )
          }
        >
          Copy codes
        </Button>
        <Button
          type="primary"
          onClick={() => {
            areSaved.current = true
            onDone()
          }}
        >
          I’ve saved these codes
        </Button>
      </div>
      <UnsavedDialog isDirty={() => !areSaved.current} stayLabel="Back to the codes">
        <p>These recovery codes won’t be shown again.</p>
      </UnsavedDialog>
    </>
  )
}
