import type { SecondFactorStart } from '@priormark/core/staff/auth/account-endpoints'
import { Button } from 'antd'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { inGroups } from './account-labels.ts'
import styles from './SecondFactorCard.module.css'

/** The secret for the authenticator, to be scanned or typed. */
export function AuthenticatorSecret({ start: { secret, qrCode } }: { start: SecondFactorStart }) {
  const { platform } = useAdmin()
  return (
    <div className={styles.scan}>
      <img className={styles.code} src={qrCode} alt="QR code for your authenticator app" />
      <div>
        <p>Scan this with your authenticator app, or type the key:</p>
        <code className={`admin-mono ${styles.secret}`}>{inGroups(secret)}</code>
        <Button
          size="small"
          onClick={() =>
            void platform.copyText(secret).then(
              () => toast({ title: 'Key copied', description: 'Paste it into your authenticator app' }),
              () =>
                toast({ title: 'Not copied', description: 'Please type the key', variant: 'destructive' }),
            )
          }
        >
          Copy key
        </Button>
      </div>
    </div>
  )
}
