import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../session/admin-context.tsx'
import { ScreenTitle } from '../ui/ScreenTitle.tsx'
import { LoadFailed, Loading } from '../ui/list-states.tsx'
import styles from './AccountScreen.module.css'
import { LoginsCard } from './LoginsCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'

/** /admin/account: the person's own password, second factor and logins. */
export function AccountScreen() {
  const { api } = useAdmin()
  const account = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => api.account.read({}, { signal }),
    // Other browsers change it too.
    staleTime: 0,
  })
  return (
    <>
      <ScreenTitle title="Your account" />
      {account.isPending && <Loading label="Loading your account" />}
      {account.isError && (
        <LoadFailed onRetry={() => void account.refetch()}>Your account could not be loaded.</LoadFailed>
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
