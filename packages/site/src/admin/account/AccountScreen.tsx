import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useAdmin } from '../session/admin-context.tsx'
import { ScreenTitle } from '../ui/ScreenTitle.tsx'
import { accountQuery } from './account-query.ts'
import styles from './AccountScreen.module.css'
import { LoginsCard } from './LoginsCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'

/** /admin/account: the person's own password, second factor and logins. */
export function AccountScreen() {
  const { api } = useAdmin()
  const account = useQuery(accountQuery(api))
  return (
    <>
      <ScreenTitle title="Your account" className={styles.title} />
      {account.isPending && <output className={styles.skeleton} aria-label="Loading your account" />}
      {account.isError && (
        <div className={`admin-card ${styles.message}`} role="alert">
          <p>Your account could not be loaded.</p>
          <Button onClick={() => void account.refetch()}>Retry</Button>
        </div>
      )}
      {account.data !== undefined && (
        <div className={styles.columns}>
          <div className={styles.column}>
            <SecondFactorCard account={account.data} />
            <PasswordCard username={account.data.username} />
          </div>
          <LoginsCard logins={account.data.logins} />
        </div>
      )}
    </>
  )
}
