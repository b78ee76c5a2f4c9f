import { settingGroups, type MailSettings } from '@priormark/core/settings/groups'
import {
  mailTextKinds,
  mailPlaceholders,
  type MailText,
  type MailTextKind,
  defaultMailTexts,
} from '@priormark/core/settings/mail-texts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import {
  SettingsCard,
  SwitchSetting,
  TextSetting,
  LinesField,
  OverridableFields,
  PlaceholderHelp,
} from './SettingsFields.tsx'
import { SettingsFrame, type SettingsPageProps } from './SettingsFrame.tsx'
import { useSettingsForm, type SettingsForm, changedFields } from './use-settings-form.ts'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { toast, toastError } from '../../ui/toast-store.ts'
import styles from './settings.module.css'
import { Dialog } from '../platform/ui/dialogs.tsx'
import { Loading, LoadFailed } from '../platform/ui/list-states.tsx'
import { tabId, Tabs } from '../platform/ui/Tabs.tsx'

/** The daily summary, and the texts of emails to customers. */
export function MailPage({ settings }: SettingsPageProps) {
  const { api } = useAdmin()
  const form = useSettingsForm('mail', settings, (body) => api.settings.mail({ body }))
  const { supportEmail } = settings.business.values
  return (
    <SettingsFrame label="Email settings" form={form}>
      <SettingsCard title="Daily summary">
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
      </SettingsCard>
      {mailTextKinds.map((kind) => (
        <MailTextCard key={kind} kind={kind} form={form} />
      ))}
    </SettingsFrame>
  )
}

const descriptions: Record<MailTextKind, string> = {
  confirmation:
    'Sent when a payment has arrived. The order, the right to cancel and what becomes public are added below the opening.',
  fulfillment:
    'Sent when a work is recorded. The links and how to check the record are added below the opening.',
  evidence: 'Sent with the evidence, once a record is final. What to keep is added below the opening.',
  refund:
    'Sent when money was refunded, whole or in part. The amounts and when the money arrives are added below the opening.',
  refund_failed:
    'Sent when a bank returned a refund after its email was sent. The amount is added below the opening.',
  links: 'Sent to customers who ask for the links to their orders. The links are added below the opening.',
}

const textFields = [
  { name: 'subject', label: 'Subject', rows: 1 },
  { name: 'heading', label: 'Heading', rows: 1 },
  { name: 'opening', label: 'Opening', rows: 3 },
  { name: 'closing', label: 'Closing', rows: 2 },
] as const

interface MailTextCardProps {
  kind: MailTextKind
  form: Pick<SettingsForm<MailSettings>, 'values' | 'set' | 'errorOf' | 'variableOf'>
}

function MailTextCard({ kind, form }: MailTextCardProps) {
  const { api } = useAdmin()
  const [isPreviewing, setPreviewing] = useState(false)
  const title = settingGroups.mail.labels[`texts.${kind}` as const]
  const { texts } = form.values
  const text: MailText = texts[kind]
  const set = (next: MailText) => form.set({ texts: { ...texts, [kind]: next } })
  const variable = form.variableOf('texts')
  const body = { kind, text }
  const sendTest = useMutation({
    mutationFn: () => api.mailTexts.sendTest({ body }),
    onSuccess: ({ sentTo }) => toast({ title: 'Test sent', description: `To ${sentTo}` }),
    onError: (failure) => toastError('The test was not sent', messageOf(failure, 'Please try again.')),
  })
  return (
    <SettingsCard
      title={title}
      description={descriptions[kind]}
      action={
        variable === undefined &&
        changedFields<MailText>(defaultMailTexts[kind], text).length > 0 && (
          <Button
            size="small"
            aria-label={`Reset to default: ${title}`}
            onClick={() => set(defaultMailTexts[kind])}
          >
            Reset to default
          </Button>
        )
      }
    >
      <OverridableFields variable={variable}>
        {textFields.map(({ name, label, rows }) => (
          <LinesField
            key={name}
            label={label}
            rows={rows}
            value={text[name]}
            onChange={(value) => set({ ...text, [name]: value })}
            error={form.errorOf(`texts.${kind}.${name}`)}
            hint={name === 'closing' ? 'Below everything else. Leave empty for none.' : undefined}
          />
        ))}
      </OverridableFields>
      <PlaceholderHelp placeholders={mailPlaceholders[kind]} />
      <div className={`admin-line ${styles.buttons}`}>
        <Button aria-label={`Preview: ${title}`} onClick={() => setPreviewing(true)}>
          Preview
        </Button>
        <Button
          aria-label={`Send me a test: ${title}`}
          loading={sendTest.isPending}
          onClick={() => sendTest.mutate()}
        >
          Send me a test
        </Button>
      </div>
      {isPreviewing && <MailPreview title={title} body={body} onClose={() => setPreviewing(false)} />}
    </SettingsCard>
  )
}

interface MailPreviewProps {
  title: string
  body: { kind: MailTextKind; text: MailText }
  onClose: () => void
}

const formats = [
  { key: 'html', label: 'HTML' },
  { key: 'text', label: 'Plain text' },
] as const

const panelId = 'mail-preview'

/** An email to a sample customer, as the server would send it with the typed texts. */
function MailPreview({ title, body, onClose }: MailPreviewProps) {
  const { api } = useAdmin()
  const [format, setFormat] = useState<'html' | 'text'>('html')
  const preview = useQuery({
    queryKey: ['mail-preview', body],
    queryFn: ({ signal }) => api.mailTexts.preview({ body }, { signal }),
    gcTime: 0,
  })
  return (
    <Dialog title={`Preview: ${title}`} isOpen onClose={onClose} footer={null} width={760}>
      {preview.isPending && <Loading label="Loading the preview" rows={6} />}
      {preview.isError && (
        <LoadFailed onRetry={() => preview.refetch()}>
          {messageOf(preview.error, 'The preview could not be loaded.')}
        </LoadFailed>
      )}
      {preview.data !== undefined && (
        <>
          <p>
            <strong>Subject:</strong> {preview.data.subject}
          </p>
          <Tabs label="Format" panelId={panelId} tabs={formats} active={format} onChange={setFormat} />
          <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, format)}>
            {format === 'html' ? (
              // The sandbox allows nothing, so that the email runs no scripts and opens no pages.
              <iframe
                className={styles.preview}
                title={`${title} as HTML`}
                sandbox=""
                srcDoc={preview.data.html}
              />
            ) : (
              <Input.TextArea
                aria-label={`${title} as plain text`}
                className="admin-mono"
                readOnly
                autoSize={{ minRows: 12, maxRows: 26 }}
                value={preview.data.text}
              />
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}
