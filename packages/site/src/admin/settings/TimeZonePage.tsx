import { formatDeadline, isTimeZone } from '@priormark/core/platform/dates'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery } from '../platform/session/session.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { SelectField } from '../platform/ui/NativeSelect.tsx'
import { SettingsFrame, type SettingsPageProps } from './SettingsFrame.tsx'
import { setByText, SettingsCard } from './SettingsFields.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** The time zones that this browser supports, and the chosen one. */
function zoneOptions(chosenZone: string) {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosenZone])
  return Array.from(zones, (zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}

/** The time zone in which the admin shows dates and counts days. */
export function TimeZonePage({ settings }: SettingsPageProps) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const form = useSettingsForm('timeZone', settings, async (body) => {
    const savedSettings = await api.settings.timeZone({ body })
    await queryClient.invalidateQueries(sessionQuery(api))
    return savedSettings
  })
  const { timeZone } = form.values
  const [openedAt] = useState(() => new Date().toISOString())
  const localTime = isTimeZone(timeZone) ? formatDeadline(openedAt, { timeZone, hasZoneName: true }) : ''
  const variable = form.variableOf('timeZone')
  const computerZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <SettingsFrame label="Time zone settings" form={form}>
      <SettingsCard
        title="Time zone of the shop"
        description="Used wherever the admin shows a date or counts a day: lists, the overview, CSV files and the daily summary. Customers see their orders in their own time zone."
      >
        <SelectField
          label="Time zone"
          error={form.errorOf('timeZone')}
          hint={
            variable === undefined
              ? `The time there is ${localTime}. Your computer uses ${computerZone}.`
              : `${setByText(variable)}. The time there is ${localTime}.`
          }
          disabled={variable !== undefined}
          value={timeZone}
          options={zoneOptions(timeZone)}
          onChange={(value) => form.set({ timeZone: value })}
        />
      </SettingsCard>
    </SettingsFrame>
  )
}
