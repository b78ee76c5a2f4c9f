import { Alert, Button } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { ConfirmDialog, UnsavedDialog, type ConfirmDialogProps } from '../platform/ui/dialogs.tsx'
import { useSaveKey, useUnloadQuestion } from '../platform/ui/window-events.ts'
import { useShopDates } from '../platform/session/shop-dates.tsx'
import type { AllSettings, SettingsForm } from './use-settings-form.ts'
import styles from './settings.module.css'

interface SettingsFrameProps {
  label: string
  form: Pick<SettingsForm<object>, 'isDirty' | 'isSaving' | 'concurrentChange' | 'check' | 'save'> & {
    view: Pick<SettingsForm<object>['view'], 'changedAt' | 'changedBy'>
  }
  saveLabel?: string
  actions?: ReactNode
  /** Asks for confirmation before saving. */
  question?: Pick<ConfirmDialogProps, 'title' | 'confirmLabel' | 'isDanger' | 'children'> | undefined
  children: ReactNode
}

/** A settings form. Its button or Ctrl+S saves it. Asks before the person leaves it with unsaved changes. */
export function SettingsFrame(props: SettingsFrameProps) {
  const { label, form, saveLabel = 'Save', actions, question, children } = props
  const element = useRef<HTMLFormElement>(null)
  const { formatMoment } = useShopDates()
  const [isConfirming, setConfirming] = useState(false)
  const { isDirty, isSaving, concurrentChange } = form
  const { changedAt, changedBy } = form.view
  const lastChange =
    changedAt === null ? 'Not changed yet' : `Last changed by ${changedBy} on ${formatMoment(changedAt)}`

  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== '')
      element.current?.querySelector<HTMLElement>(`[name="${CSS.escape(hash.slice(1))}"]`)?.focus()
  }, [hash])

  // Waits until the errors are rendered.
  const focusFirstError = () => void setTimeout(() => showFirstError(element.current))

  function send() {
    setConfirming(false)
    form.save(focusFirstError)
  }

  function save() {
    if (!isDirty || isSaving) return
    if (!form.check()) focusFirstError()
    else if (question === undefined) send()
    else setConfirming(true)
  }

  useSaveKey(save)
  useUnloadQuestion(() => isDirty)

  return (
    <form
      ref={element}
      className={`admin-stack ${styles.form}`}
      aria-label={label}
      noValidate
      onSubmit={(submission) => {
        submission.preventDefault()
        save()
      }}
    >
      {concurrentChange !== null && (
        <Alert
          type="warning"
          showIcon
          title={`${concurrentChange.by} changed these settings at the same time`}
          description={`Changed: ${concurrentChange.fields.join(', ')}. What you typed is still here, but it isn’t saved yet. Check the fields and save again.`}
        />
      )}
      {children}
      <div className={`admin-line ${styles.bar}`}>
        <Button type="primary" htmlType="submit" loading={isSaving} disabled={!isDirty}>
          {saveLabel}
        </Button>
        {actions}
        <output className="admin-soft">{isDirty ? 'Unsaved changes' : lastChange}</output>
      </div>
      {question !== undefined && (
        <ConfirmDialog
          {...question}
          isOpen={isConfirming}
          isBusy={isSaving}
          onConfirm={send}
          onClose={() => setConfirming(false)}
        />
      )}
      <UnsavedDialog isDirty={() => isDirty}>
        <p>Your changes to these settings aren’t saved.</p>
      </UnsavedDialog>
    </form>
  )
}

/** Focuses the first invalid field and scrolls to its message, which may be far below or behind the bar. */
function showFirstError(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus({ preventScroll: true })
  const message = document.getElementById(field?.getAttribute('aria-describedby') ?? '')
  message?.scrollIntoView({ block: 'center' })
}

/** The props of every settings page. */
export interface SettingsPageProps {
  settings: AllSettings
}
