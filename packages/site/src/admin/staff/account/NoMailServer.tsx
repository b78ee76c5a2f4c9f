import { Alert } from 'antd'
import { useMay } from '../../platform/ui/use-role.ts'
import { useAccount } from './use-account.ts'

/** Warns that no link in an email arrives while there is no mail server. */
export function NoMailServer() {
  const { data: account } = useAccount()
  const may = useMay()
  if (account?.hasMailServer !== false) return null
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title="There is no mail server yet"
      description={`Emails are saved as files on the server, so no link arrives. ${
        may('owner')
          ? 'Set up a mail server under Settings, Services'
          : 'Ask the owner to set up a mail server'
      }, then send the link.`}
    />
  )
}
