import { Alert } from 'antd'
import { useAccount } from './use-account.ts'

/** Says that a link in an email reaches its person only once there is a mail server. Nothing if there is one. */
export function NoMailServer() {
  const { data: account } = useAccount()
  if (account?.hasMailServer !== false) return null
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title="There is no mail server yet"
      description="Emails are files on the server, so no link arrives. Set a mail server under Settings, Services, and send the link again."
    />
  )
}
