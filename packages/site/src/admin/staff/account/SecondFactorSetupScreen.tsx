import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { sessionQuery } from '../../platform/session/session.ts'
import { LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { useAccount } from './use-account.ts'

/** Shown in place of every screen until the person has set up two-step verification, if an owner requires it. */
export function SecondFactorSetupScreen() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const account = useAccount()
  return (
    <>
      <ScreenTitle title="Set up two-step verification" />
      <p>
        This shop requires it. You need an authenticator app on your phone, such as Google Authenticator,
        Aegis or 1Password. Then you can go on.
      </p>
      {account.isPending && <Loading label="Loading your account" rows={3} />}
      {account.isError && (
        <LoadFailed onRetry={() => account.refetch()}>Your account could not be loaded.</LoadFailed>
      )}
      {account.data !== undefined && (
        <SecondFactorCard
          account={account.data}
          onSaved={() => void queryClient.invalidateQueries(sessionQuery(api))}
        />
      )}
    </>
  )
}
