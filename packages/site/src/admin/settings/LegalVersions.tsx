import { defaultLegal } from '@priormark/core/settings/default-legal'
import { defaultVersionNumber, type LegalDocument } from '@priormark/core/settings/legal'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { PublishedVersion } from '@priormark/core/settings/endpoints'
import { RowButton } from '../platform/ui/RowButton.tsx'
import styles from './settings.module.css'
import { Dialog } from '../platform/ui/dialogs.tsx'
import { useShopDates } from '../platform/session/shop-dates.tsx'

interface LegalVersionsProps {
  document: LegalDocument
  versions: readonly PublishedVersion[]
  /** Puts the text of a version into the editor. Absent where the text cannot be edited. */
  onUse?: (text: string) => void
}

/** Every version of a legal text, with who published it and when. */
export function LegalVersions({ document, versions, onUse }: LegalVersionsProps) {
  const { formatMoment } = useShopDates()
  const defaultVersion = defaultLegal[document]
  const shownVersions = [
    ...versions.map(({ number, text, isDefault, publishedAt, publishedBy }) => ({
      label: `Version ${number}`,
      details: `Published by ${publishedBy} on ${formatMoment(publishedAt)}${isDefault ? ', the default text' : ''}`,
      text,
    })),
    {
      label: `Version ${defaultVersionNumber}`,
      details: `Comes with the software, dated ${defaultVersion.lastUpdated}`,
      text: defaultVersion.text,
    },
  ]
  const [openVersion, setOpenVersion] = useState<(typeof shownVersions)[number] | null>(null)
  return (
    <section className={`admin-card ${styles.below}`} aria-label="Versions">
      <h2>Versions</h2>
      <ul className="admin-rows">
        {shownVersions.map((version, index) => (
          <li key={version.label}>
            <div>
              <strong>{version.label}</strong>
              {index === 0 && ' (current)'}
              <div className="admin-soft">{version.details}</div>
            </div>
            <RowButton label="View" subject={version.label} onClick={() => setOpenVersion(version)} />
          </li>
        ))}
      </ul>
      <Dialog
        title={openVersion?.label}
        isOpen={openVersion !== null}
        onClose={() => setOpenVersion(null)}
        width={760}
        footer={[
          onUse !== undefined && (
            <Button
              key="use"
              onClick={() => {
                if (openVersion !== null) onUse(openVersion.text)
                setOpenVersion(null)
              }}
            >
              Edit this text
            </Button>
          ),
          <Button key="close" type="primary" onClick={() => setOpenVersion(null)}>
            Close
          </Button>,
        ]}
      >
        <Input.TextArea
          aria-label="Text of this version"
          readOnly
          autoSize={{ minRows: 10, maxRows: 24 }}
          value={openVersion?.text}
        />
      </Dialog>
    </section>
  )
}
