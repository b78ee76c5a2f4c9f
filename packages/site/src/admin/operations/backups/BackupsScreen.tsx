import type { BackupState } from '@priormark/core/operations/endpoints'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { backupSchedules, type BackupSchedule } from '@priormark/core/settings/groups'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { useShopDates, type ShopDates } from '../../platform/session/shop-dates.tsx'
import { Facts } from '../../platform/ui/Facts.tsx'
import { ExternalLink, publicAddress } from '../../platform/ui/links.tsx'
import { LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import {
  NumberSetting,
  SelectSetting,
  SettingsFrame,
  TextSetting,
  useSettings,
  useSettingsForm,
  type SettingsPageProps,
} from '../../settings/index.ts'
import { HealthTabs } from '../HealthTabs.tsx'

/** /admin/health/backups: the schedule of the backups, their folder, and the result of the last run. */
export function BackupsScreen() {
  const backups = useBackups()
  const settings = useSettings()
  return (
    <>
      <ScreenTitle title="Backups" />
      <HealthTabs />
      <div className="admin-stack">
        {backups.isPending && <Loading label="Loading the backups" rows={4} />}
        {backups.isError && (
          <LoadFailed onRetry={() => backups.refetch()}>The backups could not be loaded.</LoadFailed>
        )}
        {backups.data !== undefined && <StateCard state={backups.data} />}
        {settings.isPending && <Loading label="Loading the schedule" rows={4} />}
        {settings.isError && (
          <LoadFailed onRetry={() => settings.refetch()}>The schedule could not be loaded.</LoadFailed>
        )}
        {settings.data !== undefined && (
          <ScheduleForm settings={settings.data} onSaved={() => void backups.refetch()} />
        )}
      </div>
    </>
  )
}

function StateCard({ state }: { state: BackupState }) {
  const dates = useShopDates()
  const { platform } = useAdmin()
  const start = useStartBackup()
  const { folder, isEncrypted, isRunning, lastSuccess, nextAt } = state
  return (
    <section className="admin-card" aria-labelledby="backups-title">
      <div className="admin-head">
        <h2 id="backups-title">Backups of this shop</h2>
        <Button loading={isRunning || start.isPending} onClick={() => start.mutate()}>
          {isRunning ? 'Running' : 'Run now'}
        </Button>
      </div>
      <Facts
        facts={[
          { label: 'Last success', value: successText(lastSuccess, dates) },
          { label: 'Last run', value: <output>{runText(state, dates)}</output> },
          { label: 'Next', value: nextAt === null ? 'Not scheduled' : dates.formatMoment(nextAt) },
          {
            label: 'Where',
            value: `${folder}, on the server. Copy your backups to another machine: if this disk fails, you lose the shop and its backups.`,
          },
          {
            label: 'Encryption',
            value: isEncrypted
              ? 'On'
              : 'Off. Set BACKUP_RECIPIENT or BACKUP_PASSPHRASE on the server to turn it on.',
          },
        ]}
      />
      <p className="admin-soft">
        A restore needs a shell on the server:{' '}
        <ExternalLink link={publicAddress('/api/docs/backup', platform)}>Backup and restore</ExternalLink>
      </p>
    </section>
  )
}

function successText(success: BackupState['lastSuccess'], { formatMoment }: ShopDates): string {
  if (success === null) return 'None yet'
  const { at, file, bytes, problems } = success
  return [`${formatMoment(at)}: ${file}, ${formatFileSize(bytes)}`, ...problems].join('\n')
}

function runText({ lastRun, isRunning }: BackupState, { formatMoment }: ShopDates): string {
  if (lastRun === null) return isRunning ? 'Starts in a moment' : 'None yet'
  const { startedAt, startedBy, result, failure } = lastRun
  const resultTexts = {
    running: 'Running',
    succeeded: 'Complete',
    failed: `Failed: ${failure}`,
    interrupted: 'Interrupted before it was complete',
  }
  return `${resultTexts[result]}. Started ${formatMoment(startedAt)} by ${startedBy ?? 'the schedule'}.`
}

const scheduleLabels: Record<BackupSchedule, string> = {
  off: 'Off',
  daily: 'Daily',
  weekly: 'Weekly, on Sunday',
  elsewhere: 'Another program makes them',
}

const scheduleOptions = backupSchedules.map((value) => ({ value, label: scheduleLabels[value] }))

function ScheduleForm({ settings, onSaved }: SettingsPageProps & { onSaved: () => void }) {
  const { api } = useAdmin()
  const form = useSettingsForm('backup', settings, async (body) => {
    const savedSettings = await api.settings.backup({ body })
    onSaved()
    return savedSettings
  })
  const { schedule } = form.values
  return (
    <SettingsFrame label="Backup schedule" form={form}>
      <section className="admin-card" aria-labelledby="schedule-title">
        <h2 id="schedule-title">Schedule</h2>
        <SelectSetting form={form} name="schedule" label="How often" options={scheduleOptions} />
        {(schedule === 'daily' || schedule === 'weekly') && (
          <>
            <TextSetting form={form} name="time" label="Time" type="time" hint="In the shop’s time zone" />
            <NumberSetting
              form={form}
              name="keptCount"
              label="Keep"
              unit="backups"
              hint="Older ones are deleted."
            />
          </>
        )}
      </section>
    </SettingsFrame>
  )
}

const backupsKey = ['backups']

/** How often the state is read again while a backup is made. */
const runningRefetchMs = 2_000

/** The backups of the server, read again at every visit. */
function useBackups() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: backupsKey,
    queryFn: ({ signal }) => api.backups.read({}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.isRunning === true ? runningRefetchMs : false),
  })
}

function useStartBackup() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.backups.start(),
    onSuccess: (state) => queryClient.setQueryData(backupsKey, state),
    onError: (error) => {
      toastError('The backup was not started', messageOf(error, 'Please try again.'))
      return queryClient.invalidateQueries({ queryKey: backupsKey })
    },
  })
}
