import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { useMay } from '../../platform/ui/use-role.ts'
import { LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import styles from './AccountScreen.module.css'
import { AuthorNameCard } from './AuthorNameCard.tsx'
import { EmailCard } from './EmailCard.tsx'
import { LoginsCard } from './LoginsCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { useAccount } from './use-account.ts'

/** /admin/account: the person's own address, name on posts, password, two-step verification and logins. */
export function AccountScreen() {
  const account = useAccount()
  const may = useMay()
  return (
    <>
      <ScreenTitle title="Your account" />
      {account.isPending && <Loading label="Loading your account" />}
      {account.isError && (
        <LoadFailed onRetry={() => account.refetch()}>Your account could not be loaded.</LoadFailed>
      )}
      {account.data !== undefined && (
        <div className={styles.columns}>
          <div className={styles.column}>
            <SecondFactorCard account={account.data} />
            <EmailCard account={account.data} />
            {may('blog') && <AuthorNameCard />}
            <PasswordCard username={account.data.username} />
          </div>
          <LoginsCard logins={account.data.logins} />
        </div>
      )}
    </>
  )
}
