import type { ComponentType } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSettingsForm, type AllSettings } from '../use-settings-form.ts'
import type { SettingsPageProps } from '../SettingsFrame.tsx'
import { isLiveKey } from '@priormark/core/settings/services'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { NumberSetting, SelectSetting, TextSetting } from '../SettingsFields.tsx'
import { recordingLabels, RecordingForm } from './RecordingForm.tsx'
import { SecretSetting, ServiceFrame } from './ServiceFields.tsx'
import styles from './services.module.css'

/** The path of the page. An open row has its own path below it. */
export const servicesPath = '/admin/settings/services'

interface Service {
  /** The last part of its path. */
  name: string
  title: string
  /** Describes the settings in effect in a few words. */
  summary: (settings: AllSettings) => string
  Form: ComponentType<SettingsPageProps>
}

const services: readonly Service[] = [
  {
    name: 'payments',
    title: 'Payments',
    summary: ({ payments: { values } }) =>
      values.secretKey === ''
        ? 'No Stripe account: no card is charged'
        : `Stripe, ${isLiveKey(values.publishableKey) ? 'live mode' : 'test mode'}`,
    Form: PaymentsForm,
  },
  {
    name: 'emails',
    title: 'Emails',
    summary: ({ mailServer: { values } }) =>
      values.host === '' ? 'Saved as files on the server: customers get no emails' : `Sent by ${values.host}`,
    Form: EmailsForm,
  },
  {
    name: 'recording',
    title: 'Recording',
    summary: ({ recording: { values } }) =>
      values.kinds.length === 0
        ? 'In the way that the server was started with'
        : values.kinds
            .map((kind) => (kind === 'evm' ? values.evmChainName : recordingLabels[kind]))
            .join(', '),
    Form: RecordingForm,
  },
]

/** The services that the shop uses, one row each. One row can be open, and has its own address. */
export function ServicesPage({ settings }: SettingsPageProps) {
  const { pathname } = useLocation()
  return (
    <div className={`admin-stack ${styles.services}`}>
      <p className="admin-soft">
        Changes take effect at once, without a restart. They need a connection to the shop, in the desktop app
        too.
      </p>
      {services.map(({ name, title, summary, Form }) => {
        const path = `${servicesPath}/${name}`
        const isOpen = pathname === path
        return (
          <section key={name} aria-label={title}>
            <h2 className={styles.row}>
              <Link to={isOpen ? servicesPath : path} aria-expanded={isOpen} replace={isOpen}>
                <span>{title}</span>
                <span className={styles.summary}>{summary(settings)}</span>
              </Link>
            </h2>
            {isOpen && <Form settings={settings} />}
          </section>
        )
      })}
    </div>
  )
}

/** Stripe's keys. */
function PaymentsForm({ settings }: SettingsPageProps) {
  const { api } = useAdmin()
  const form = useSettingsForm('payments', settings, (body) => api.services.changePayments({ body }))
  return (
    <ServiceFrame
      label="Stripe"
      form={form}
      testLabel="Test the keys"
      test={(body) => api.services.testPayments({ body })}
    >
      <p className="admin-soft">
        Both keys are in Stripe’s dashboard under Developers, API keys. With keys of another account, payments
        that customers have begun are closed, and orders paid before are refunded at the former account.
      </p>
      <SecretSetting
        form={form}
        name="secretKey"
        label="Secret key"
        hint="Such as sk_live_... or rk_live_..."
      />
      <TextSetting form={form} name="publishableKey" label="Publishable key" hint="Such as pk_live_..." />
      <SecretSetting
        form={form}
        name="webhookSecret"
        label="Signing secret of the webhook"
        hint="Leave it empty: the webhook is created when you save."
      />
    </ServiceFrame>
  )
}

const securityOptions = [
  { value: 'starttls', label: 'STARTTLS, always (usual with port 587)' },
  { value: 'tls', label: 'TLS from the start (usual with port 465)' },
  { value: 'optional', label: 'STARTTLS if the server offers it' },
] as const

/** The mail server, and the sender of the emails. */
function EmailsForm({ settings }: SettingsPageProps) {
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
