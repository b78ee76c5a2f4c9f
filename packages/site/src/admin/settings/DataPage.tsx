import { settingGroups } from '@priormark/core/settings/groups'
import { useState } from 'react'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { ConfirmDialog } from '../platform/ui/dialogs.tsx'
import { NumberSetting } from './SettingsFields.tsx'
import { SettingsFrame, type SettingsPageProps } from './SettingsFrame.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const group = { ...settingGroups.data, read: (all: SettingsPageProps['settings']) => all.data }

/** How long customers’ files are kept. Asks before a shorter time, which deletes files. */
export function DataPage({ settings }: SettingsPageProps) {
  const { api } = useAdmin()
  const form = useSettingsForm(group, settings, (body) => api.settings.data({ body }))
  const [asked, setAsked] = useState<{ save: () => void } | null>(null)
  const { values, view } = form
  const isShorter =
    values.fileRetentionDays < view.values.fileRetentionDays ||
    values.unpaidFileHours < view.values.unpaidFileHours
  return (
    <SettingsFrame
      label="Data settings"
      form={form}
      beforeSave={(save) => (isShorter ? setAsked({ save }) : save())}
    >
      <section className="admin-card" aria-labelledby="retention-title">
        <h2 id="retention-title">Customers’ files</h2>
        <p className="admin-soft">
          Files are deleted after this time. The orders, their fingerprints and their evidence stay. Your
          terms and privacy pages show the new times at once.
        </p>
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
      </section>
      <ConfirmDialog
        isOpen={asked !== null}
        title="Delete files earlier?"
        confirmLabel="Save and delete"
        isDanger
        isBusy={form.isSaving}
        onConfirm={() => {
          asked?.save()
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      >
        <p>Files that are older than the new time are deleted within an hour. This can’t be undone.</p>
      </ConfirmDialog>
    </SettingsFrame>
  )
}
