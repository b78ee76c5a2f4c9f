import { AuthorNameCard } from '../blog/AuthorNameCard.tsx'
import { useMay } from '../platform/ui/use-role.ts'
import { AccountScreen } from '../staff/account/AccountScreen.tsx'

/** /admin/account: the person's own account, and their name on posts if they write posts. */
export function OwnAccountScreen() {
  const may = useMay()
  return <AccountScreen>{may('blog') && <AuthorNameCard />}</AccountScreen>
}
