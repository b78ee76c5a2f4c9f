import { useAdmin } from '../platform/session/admin-context.tsx'
import { NumberSetting, SettingsCard, TextSetting } from './SettingsFields.tsx'
import { SettingsFrame, type SettingsPageProps } from './SettingsFrame.tsx'
import { useServiceTest } from './services/ServiceFields.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const deletionQuestion = {
  title: 'Delete files earlier?',
  confirmLabel: 'Save and delete',
  isDanger: true,
  children: <p>Files that are older than the new time are deleted within an hour. This can’t be undone.</p>,
}

/** How long files are kept, how much may be uploaded, and where visits are counted. Asks before a shorter time, which deletes files. */
export function DataPage({ settings }: SettingsPageProps) {
  const { api } = useAdmin()
  const form = useSettingsForm('data', settings, (body) => api.settings.data({ body }))
  const { button, results } = useServiceTest(form, 'Test the analytics', (body) =>
    api.services.testAnalytics({ body }),
  )
  const { values, view } = form
  const isShorter =
    values.fileRetentionDays < view.values.fileRetentionDays ||
    values.unpaidFileHours < view.values.unpaidFileHours
  return (
    <SettingsFrame label="Data settings" form={form} question={isShorter ? deletionQuestion : undefined}>
      <SettingsCard
        title="Customers’ files"
        description="Files are deleted after this time. The orders, their fingerprints and their evidence stay. Your terms and privacy pages show the new times at once."
      >
        <NumberSetting
          form={form}
          name="fileRetentionDays"
          label="Keep files of finished orders for"
          unit="days"
          hint="After an order is completed or refunded. 0 deletes them within an hour."
        />
        <NumberSetting
          form={form}
          name="unpaidFileHours"
          label="Keep files of unpaid orders for"
          unit="hours"
          hint="After the visitor was last active"
        />
      </SettingsCard>
      <SettingsCard
        title="Upload limits"
        description="They protect the disk from files of visitors who don’t pay. A single file has at most 50 MB. Health shows how much is used."
      >
        <NumberSetting
          form={form}
          name="unpaidMbPerNetwork"
          label="Unpaid files of one network"
          unit="MB"
          hint="Of an office or a household. Wider networks get two to four times as much."
        />
        <NumberSetting form={form} name="unpaidMbTotal" label="All unpaid files" unit="MB" />
        <NumberSetting
          form={form}
          name="minFreeDiskMb"
          label="Disk space that stays free"
          unit="MB"
          hint="With less, uploads are rejected, and paid orders continue. Not used with a bucket."
        />
      </SettingsCard>
      <SettingsCard
        title="Analytics"
        description="Visits are counted by an analytics server, and only after the visitor agrees. Your privacy page names the server."
      >
        <TextSetting
          form={form}
          name="analyticsUrl"
          label="Address for events"
          hint="Of Plausible or a compatible server, such as https://plausible.io/api/event. Leave it empty to count nothing."
        />
        <TextSetting
          form={form}
          name="analyticsSite"
          label="Name of the site there"
          hint="Leave it empty to use the host of the shop’s address"
        />
        {button}
        {results}
      </SettingsCard>
    </SettingsFrame>
  )
}
