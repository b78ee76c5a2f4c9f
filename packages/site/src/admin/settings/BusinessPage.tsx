import { useAdmin } from '../platform/session/admin-context.tsx'
import { NumberSetting, TextSetting } from './SettingsFields.tsx'
import { SettingsFrame, type SettingsPageProps } from './SettingsFrame.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** Who runs the shop, and what it promises its customers. */
export function BusinessPage({ settings }: SettingsPageProps) {
  const { api } = useAdmin()
  const form = useSettingsForm('business', settings, (body) => api.settings.business({ body }))
  return (
    <SettingsFrame label="Business settings" form={form}>
      <section className="admin-card" aria-labelledby="trader-title">
        <h2 id="trader-title">Trader details</h2>
        <p className="admin-soft">The law requires them on your pages and in your emails.</p>
        <TextSetting form={form} name="name" label="Shop name" hint="In the header, titles and emails" />
        <TextSetting
          form={form}
          name="tradingName"
          label="Trading name"
          hint="The legal name of the business"
        />
        <TextSetting
          form={form}
          name="tradingAddress"
          label="Address"
          hint="The postal address of the business"
        />
        <TextSetting
          form={form}
          name="supportEmail"
          label="Support email"
          type="email"
          hint="Customers write to it. Emails come from it unless your server sets another sender."
        />
      </section>
      <section className="admin-card" aria-labelledby="promise-title">
        <h2 id="promise-title">Promises</h2>
        <NumberSetting
          form={form}
          name="deliveryHours"
          label="Delivery promise"
          unit="hours"
          hint="New works are recorded within this time. Existing orders keep the promise they were placed under."
        />
        <NumberSetting
          form={form}
          name="replyHours"
          label="Reply promise"
          unit="hours"
          hint="Support replies within this time on working days."
        />
      </section>
      <section className="admin-card" aria-labelledby="vat-title">
        <h2 id="vat-title">VAT</h2>
        <p className="admin-soft">
          Receipts of new orders show it. Prices include VAT, so what customers pay stays the same.
        </p>
        <TextSetting
          form={form}
          name="vatNumber"
          label="VAT number"
          hint="Leave it empty if you are not registered. Receipts then say “No VAT charged”."
        />
        <NumberSetting form={form} name="vatPercent" label="VAT rate" unit="%" />
      </section>
    </SettingsFrame>
  )
}
