import { settingGroups } from '@priormark/core/settings/groups'
import { mailTextKinds } from '@priormark/core/settings/mail-texts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { MailTextCard } from './MailTextCard.tsx'
import { SwitchSetting, TextSetting } from './SettingsFields.tsx'
import { SettingsFrame, type SettingsPageProps } from './SettingsFrame.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const group = { ...settingGroups.mail, read: (all: SettingsPageProps['settings']) => all.mail }

/** The daily summary for the operator, and the texts of emails to customers. */
export function MailPage({ settings }: SettingsPageProps) {
  const { api } = useAdmin()
  const form = useSettingsForm(group, settings, (body) => api.settings.mail({ body }))
  const { supportEmail } = settings.business.values
  return (
    <SettingsFrame label="Email settings" form={form}>
      <section className="admin-card" aria-labelledby="summary-title">
        <h2 id="summary-title">Daily summary</h2>
        <SwitchSetting
          form={form}
          name="summaryIsOn"
          label="Send a daily summary"
          hint="Orders, income, and what needs your attention"
        />
        <TextSetting
          form={form}
          name="summaryTo"
          label="Send it to"
          type="email"
          hint={`Leave empty to use the support email, ${supportEmail}`}
        />
        <TextSetting
          form={form}
          name="summaryTime"
          label="Send it at"
          type="time"
          hint={`It is sent within ten minutes, in the time zone ${settings.timeZone.values.timeZone}`}
        />
      </section>
      {mailTextKinds.map((kind) => (
        <MailTextCard key={kind} kind={kind} form={form} />
      ))}
    </SettingsFrame>
  )
}
