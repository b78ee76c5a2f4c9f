import { defaultLegal } from '@priormark/core/settings/default-legal'
import { legalTitles, type LegalDocument } from '@priormark/core/settings/legal'
import { Button } from 'antd'
import { useLocation } from 'react-router-dom'
import { pagePlaceholders } from '@priormark/core/settings/fields'
import type { PublishedVersion } from '@priormark/core/settings/endpoints'
import { LoadFailed, Loading } from '../platform/ui/list-states.tsx'
import { TabLinks } from '../platform/ui/Tabs.tsx'
import { LegalVersions } from './LegalVersions.tsx'
import { LinesField, PlaceholderHelp, setByText, SettingsCard } from './SettingsFields.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import { useLegalForm, useLegalVersions } from './use-legal-form.ts'

/** The terms and the privacy page, with every version. */
export function LegalPage() {
  const document = useLocation().pathname.endsWith('/privacy') ? 'privacy' : 'terms'
  const { data, isPending, isError, refetch } = useLegalVersions(document)
  return (
    <>
      <TabLinks
        label="Legal texts"
        links={[
          { path: '/admin/settings/legal', label: legalTitles.terms },
          { path: '/admin/settings/legal/privacy', label: legalTitles.privacy },
        ]}
      />
      {isPending && <Loading label="Loading the versions" rows={6} />}
      {isError && <LoadFailed onRetry={() => refetch()}>The versions could not be loaded.</LoadFailed>}
      {data?.variable === null && <LegalEditor key={document} document={document} versions={data.versions} />}
      {data?.variable != null && <OverriddenText {...data} variable={data.variable} document={document} />}
    </>
  )
}

interface LegalTextProps {
  document: LegalDocument
  versions: readonly PublishedVersion[]
}

/** A legal text that an environment variable sets, so that it cannot be changed here. */
function OverriddenText({ document, versions, variable }: LegalTextProps & { variable: string }) {
  const title = legalTitles[document]
  return (
    <>
      <SettingsCard title={title} label={`Text of ${title}`}>
        <LinesField
          label="Text"
          rows={16}
          value={versions[0]?.text ?? defaultLegal[document].text}
          onChange={() => {}}
          hint={`${setByText(variable)}. Earlier versions are kept below.`}
          readOnly
        />
      </SettingsCard>
      <LegalVersions document={document} versions={versions} />
    </>
  )
}

function LegalEditor({ document, versions }: LegalTextProps) {
  const form = useLegalForm(document, versions)
  const title = legalTitles[document]
  const defaultText = defaultLegal[document].text
  return (
    <>
      <SettingsFrame
        label={title}
        form={form}
        saveLabel="Publish"
        question={{
          title: `Publish version ${form.nextNumber}?`,
          confirmLabel: 'Publish',
          children: (
            <p>
              The page shows it at once, with today’s date. Earlier versions are kept here.
              {document === 'terms' &&
                ' It applies to new orders. Earlier ones keep the terms they were placed under, and link to them.'}
            </p>
          ),
        }}
      >
        <SettingsCard
          title={title}
          label={`Text of ${title}`}
          action={
            form.text !== defaultText && (
              <Button size="small" onClick={() => form.set(defaultText)}>
                Reset to default
              </Button>
            )
          }
        >
          <LinesField
            label="Text"
            rows={16}
            value={form.text}
            onChange={(text) => form.set(text)}
            error={form.error}
            hint="## begins a section, - an item of a list. An empty line begins a paragraph. **bold** and [links](https://example.org) work too."
          />
          <PlaceholderHelp placeholders={pagePlaceholders} />
        </SettingsCard>
      </SettingsFrame>
      <LegalVersions document={document} versions={versions} onUse={(text) => form.set(text)} />
    </>
  )
}
