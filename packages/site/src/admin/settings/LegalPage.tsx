import { defaultLegal } from '@priormark/core/settings/default-legal'
import { legalTitles, type LegalDocument } from '@priormark/core/settings/legal'
import { Button } from 'antd'
import { useState } from 'react'
import { pagePlaceholders } from '@priormark/core/settings/fields'
import type { PublishedVersion } from '@priormark/core/settings/endpoints'
import { ConfirmDialog } from '../platform/ui/dialogs.tsx'
import { LoadFailed, Loading } from '../platform/ui/list-states.tsx'
import { TabLinks } from '../platform/ui/Tabs.tsx'
import { LegalVersions } from './LegalVersions.tsx'
import { LinesField, PlaceholderHelp, setBy } from './SettingsFields.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import { currentText, useLegalForm, useLegalVersions } from './use-legal-form.ts'

/** The terms, with every version. */
export function TermsSettings() {
  return <LegalPage document="terms" />
}

/** The privacy page, with every version. */
export function PrivacySettings() {
  return <LegalPage document="privacy" />
}

function LegalPage({ document }: { document: LegalDocument }) {
  const { data, isPending, isError, refetch } = useLegalVersions(document)
  return (
    <>
      <TabLinks
        label="Legal texts"
        links={[
          { to: '/admin/settings/legal', label: legalTitles.terms, isWhole: true },
          { to: '/admin/settings/legal/privacy', label: legalTitles.privacy },
        ]}
      />
      {isPending && <Loading label="Loading the versions" rows={6} />}
      {isError && <LoadFailed onRetry={() => refetch()}>The versions could not be loaded.</LoadFailed>}
      {data?.variable === null && <LegalEditor key={document} document={document} versions={data.versions} />}
      {data?.variable != null && (
        <>
          <OverriddenText
            document={document}
            variable={data.variable}
            text={currentText(document, data.versions)}
          />
          <LegalVersions document={document} versions={data.versions} />
        </>
      )}
    </>
  )
}

/** A legal text that cannot be changed here. */
function OverriddenText({
  document,
  variable,
  text,
}: {
  document: LegalDocument
  variable: string
  text: string
}) {
  const title = legalTitles[document]
  return (
    <section className="admin-card" aria-label={`Text of ${title}`}>
      <h2>{title}</h2>
      <LinesField
        label="Text"
        rows={16}
        value={text}
        onChange={() => {}}
        hint={`${setBy(variable)}. Earlier versions are kept below.`}
        readOnly
      />
    </section>
  )
}

function LegalEditor({
  document,
  versions,
}: {
  document: LegalDocument
  versions: readonly PublishedVersion[]
}) {
  const form = useLegalForm(document, versions)
  const [asked, setAsked] = useState<{ publish: () => void } | null>(null)
  const title = legalTitles[document]
  const standard = defaultLegal[document].text
  return (
    <>
      <SettingsFrame
        label={title}
        form={form}
        saveLabel="Publish"
        beforeSave={(publish, hasErrors) => (form.check() ? setAsked({ publish }) : hasErrors())}
      >
        <section className="admin-card" aria-label={`Text of ${title}`}>
          <div className="admin-head">
            <h2>{title}</h2>
            {form.text !== standard && (
              <Button size="small" onClick={() => form.set(standard)}>
                Reset to default
              </Button>
            )}
          </div>
          <LinesField
            label="Text"
            rows={16}
            value={form.text}
            onChange={(text) => form.set(text)}
            error={form.error}
            hint="## begins a section, - an item of a list. An empty line begins a paragraph. **bold** and [links](https://example.org) work too."
          />
          <PlaceholderHelp placeholders={pagePlaceholders} />
        </section>
        <ConfirmDialog
          isOpen={asked !== null}
          title={`Publish version ${form.nextNumber}?`}
          confirmLabel="Publish"
          isBusy={form.isSaving}
          onConfirm={() => {
            asked?.publish()
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        >
          <p>
            The page shows it at once, with today’s date. Earlier versions are kept here.
            {document === 'terms' &&
              ' It applies to new orders. Earlier ones keep the terms they were placed under, and link to them.'}
          </p>
        </ConfirmDialog>
      </SettingsFrame>
      <LegalVersions document={document} versions={versions} onUse={(text) => form.set(text)} />
    </>
  )
}
