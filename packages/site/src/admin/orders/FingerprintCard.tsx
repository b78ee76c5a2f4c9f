import type { Order } from '@priormark/core/orders/order'
import { Button } from 'antd'
import { Seal } from '../../ui/Seal.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import styles from './FingerprintCard.module.css'

/** The SHA-256 of the file, as digits and as a seal. */
export function FingerprintCard({ order: { fileSha256 } }: { order: Order }) {
  const { platform } = useAdmin()

  function copy() {
    platform.copyText(fileSha256).then(
      () => toast({ title: 'Fingerprint copied' }),
      () =>
        toast({
          title: 'Not copied',
          description: 'Please select the fingerprint and copy it',
          variant: 'destructive',
        }),
    )
  }

  return (
    <section className={`admin-card ${styles.card}`} aria-labelledby="fingerprint-title">
      <Seal sha256={fileSha256} className={styles.seal} label="Seal of this fingerprint" />
      <div className={styles.text}>
        <h2 id="fingerprint-title">Fingerprint</h2>
        <p className={styles.digits}>{fileSha256}</p>
        <Button size="small" onClick={copy}>
          Copy fingerprint
        </Button>
      </div>
    </section>
  )
}
