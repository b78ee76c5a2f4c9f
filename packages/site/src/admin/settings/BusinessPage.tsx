import { useAdmin } from '../platform/session/admin-context.tsx'
import { NumberSetting, SettingsCard, TextSetting } from './SettingsFields.tsx'
import { SettingsFrame, type SettingsPageProps } from './SettingsFrame.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** The trader's details, what the shop promises its customers, and VAT. */
export function BusinessPage({ settings }: SettingsPageProps) {
  const { api } = useAdmin()
  const form = useSettingsForm('business', settings, (body) => api.settings.business({ body }))
  return (
    <SettingsFrame label="Business settings" form={form}>
      <SettingsCard
        title="Trader details"
        description="The law requires them on your pages and in your emails."
      >
        <TextSetting form={form} name="name" hint="In the header, titles and emails" />
        <TextSetting form={form} name="tradingName" hint="The legal name of the business" />
        <TextSetting form={form} name="tradingAddress" hint="The postal address of the business" />
        <TextSetting
          form={form}
          name="supportEmail"
          type="email"
          hint="Customers write to it. Emails come from it unless your server sets another sender."
        />
      </SettingsCard>
      <SettingsCard title="Promises">
        <NumberSetting
          form={form}
          name="deliveryHours"
          unit="hours"
          hint="New works are recorded within this time. Existing orders keep the promise they were placed under."
        />
        <NumberSetting
          form={form}
          name="replyHours"
          unit="hours"
          hint="Support replies within this time on working days."
        />
      </SettingsCard>
      <SettingsCard
        title="VAT"
        description="Receipts of new orders show it. Prices include VAT, so what customers pay stays the same."
      >
        <TextSetting
          form={form}
          name="vatNumber"
          hint="Leave it empty if you are not registered. Receipts then say “No VAT charged”."
        />
        <NumberSetting form={form} name="vatPercent" unit="%" />
      </SettingsCard>
    </SettingsFrame>
  )
}
