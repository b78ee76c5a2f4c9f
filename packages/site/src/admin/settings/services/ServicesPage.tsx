import type { ComponentType } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { AllSettings } from '../use-settings-form.ts'
import type { SettingsPageProps } from '../SettingsFrame.tsx'
import { isLiveKey } from '@priormark/core/settings/services'
import { EmailsForm } from './EmailsForm.tsx'
import { PaymentsForm } from './PaymentsForm.tsx'
import { recordingLabels, RecordingForm } from './RecordingForm.tsx'
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
