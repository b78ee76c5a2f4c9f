import type { PropsWithChildren } from 'react'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import styles from './AccountScreen.module.css'
import { EmailCard } from './EmailCard.tsx'
import { LoginsCard } from './LoginsCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { useAccount } from './use-account.ts'

/** The person's own address, password, two-step verification and logins. `children` are cards of other rooms. */
export function AccountScreen({ children }: PropsWithChildren) {
  const account = useAccount()
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
            {children}
            <PasswordCard username={account.data.username} />
          </div>
          <LoginsCard logins={account.data.logins} />
        </div>
      )}
    </>
  )
}
