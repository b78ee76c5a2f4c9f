import { useAdmin } from '../../platform/session/admin-context.tsx'
import { NumberSetting, SelectSetting, TextSetting } from '../SettingsFields.tsx'
import type { SettingsPageProps } from '../SettingsFrame.tsx'
import { useSettingsForm } from '../use-settings-form.ts'
import { SecretSetting, ServiceFrame } from './ServiceFields.tsx'
import styles from './services.module.css'

const securityOptions = [
  { value: 'starttls', label: 'STARTTLS, always (usual with port 587)' },
  { value: 'tls', label: 'TLS from the start (usual with port 465)' },
  { value: 'optional', label: 'STARTTLS if the server offers it' },
] as const

/** The mail server, and the sender of the emails. */
export function EmailsForm({ settings }: SettingsPageProps) {
  const { api } = useAdmin()
  const form = useSettingsForm('mailServer', settings, (body) => api.services.changeMailServer({ body }))
  const { name, supportEmail } = settings.business.values
  return (
    <ServiceFrame
      label="Mail server"
      form={form}
      testLabel="Send a test email to me"
      test={(body) => api.services.testMailServer({ body })}
    >
      <div className={styles.pair}>
        <TextSetting
          form={form}
          name="host"
          label="Server"
          hint="Such as smtp.example.org. Without one, emails are files on the server."
        />
        <NumberSetting form={form} name="port" unit="" />
      </div>
      <SelectSetting form={form} name="security" options={securityOptions} />
      <div className={styles.pair}>
        <TextSetting form={form} name="user" hint="Leave it empty if the server needs none" />
        <SecretSetting form={form} name="password" />
      </div>
      <div className={styles.pair}>
        <TextSetting form={form} name="senderName" hint={`Leave it empty to use ${name}`} />
        <TextSetting
          form={form}
          name="senderAddress"
          type="email"
          hint={`Leave it empty to use ${supportEmail}`}
        />
      </div>
    </ServiceFrame>
  )
}
