import { messageOf } from '@priormark/core/platform/http/api-error'
import type { MailText, MailTextKind } from '@priormark/core/settings/mail-texts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { Dialog } from '../platform/ui/dialogs.tsx'
import { Loading, LoadFailed } from '../platform/ui/list-states.tsx'
import { tabId, Tabs } from '../platform/ui/Tabs.tsx'
import styles from './settings.module.css'

interface MailPreviewProps {
  title: string
  body: { kind: MailTextKind; text: MailText }
  onClose: () => void
}

const views = [
  { key: 'html', label: 'HTML' },
  { key: 'text', label: 'Plain text' },
] as const

const panelId = 'mail-preview'

/** An email to a sample customer, as the server would send it with the texts that are typed. */
export function MailPreview({ title, body, onClose }: MailPreviewProps) {
  const { api } = useAdmin()
  const [view, setView] = useState<'html' | 'text'>('html')
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
          <Tabs label="Format" panelId={panelId} tabs={views} active={view} onChange={setView} />
          <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, view)}>
            {view === 'html' ? (
              // Without any permission, so that nothing in the email can run or leave.
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
