import { useAdmin } from '../../platform/session/admin-context.tsx'
import { TextSetting } from '../SettingsFields.tsx'
import type { SettingsPageProps } from '../SettingsFrame.tsx'
import { useSettingsForm } from '../use-settings-form.ts'
import { SecretSetting, ServiceFrame } from './ServiceFields.tsx'

/** Stripe's keys. */
export function PaymentsForm({ settings }: SettingsPageProps) {
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
