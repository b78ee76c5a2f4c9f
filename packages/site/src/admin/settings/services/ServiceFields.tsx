import type { CheckResult } from '@priormark/core/platform/check-result'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { describeMasked, isMasked } from '@priormark/core/settings/services'
import { useMutation } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { toastError } from '../../../ui/toast-store.ts'
import { CheckList } from '../../platform/ui/CheckList.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { setByText, type SettingProps } from '../SettingsFields.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import type { SettingsForm } from '../use-settings-form.ts'
import styles from './services.module.css'

/** A secret. The server never sends it: an empty field keeps the stored secret, and typed text replaces it. */
export function SecretSetting<Values extends object>(
  props: SettingProps<Values, string> & { form: SettingsForm<Values> },
) {
  const { form, name, label = form.labelOf(name), hint } = props
  const variable = form.variableOf(name)
  const value = String(form.values[name])
  const storedSecret = String(form.view.values[name])
  const set = (next: string) => form.set({ [name]: next } as Partial<Values>)
  const isRemoved = value === '' && storedSecret !== ''
  const isUnreadable = form.view.unreadable.includes(name) && isMasked(value)
  const stateHint = isMasked(value)
    ? `${describeMasked(value)}. Type to replace it.`
    : isRemoved
      ? 'It is removed when you save.'
      : hint
  return (
    <Field
      label={label}
      error={
        form.errorOf(name) ??
        (isUnreadable
          ? 'It was encrypted with another ENCRYPTION_KEY. Enter it again, or start the shop with the former key.'
          : undefined)
      }
      hint={variable === undefined ? stateHint : `${setByText(variable)}. ${describeMasked(value)}`}
    >
      {(inputProps) => (
        <span className={styles.secret}>
          <Input
            {...inputProps}
            type="password"
            autoComplete="new-password"
            value={isMasked(value) ? '' : value}
            placeholder={isMasked(value) ? value : ''}
            readOnly={variable !== undefined}
            onChange={({ target }) => set(target.value === '' ? storedSecret : target.value)}
          />
          {variable === undefined && storedSecret !== '' && (
            <Button
              aria-label={`${isRemoved ? 'Keep' : 'Remove'}: ${label}`}
              onClick={() => set(isRemoved ? storedSecret : '')}
            >
              {isRemoved ? 'Keep' : 'Remove'}
            </Button>
          )}
        </span>
      )}
    </Field>
  )
}

/** Tests a service with the typed values. */
type ServiceTest<Values> = (body: { version: number; values: Values }) => Promise<{ checks: CheckResult[] }>

interface ServiceFrameProps<Values extends object> {
  label: string
  form: SettingsForm<Values>
  testLabel: string
  test: ServiceTest<Values>
  children: ReactNode
}

/** The form of a service, with a button that tests the typed values. */
export function ServiceFrame<Values extends object>(props: ServiceFrameProps<Values>) {
  const { label, form, testLabel, test, children } = props
  const { button, results } = useServiceTest(form, testLabel, test)
  return (
    <SettingsFrame label={label} form={form} actions={button}>
      <section className="admin-card" aria-label={label}>
        {children}
        {results}
      </section>
    </SettingsFrame>
  )
}

/** Returns the button that runs a test, and the element that shows its results. */
export function useServiceTest<Values extends object>(
  form: SettingsForm<Values>,
  label: string,
  test: ServiceTest<Values>,
): { button: ReactNode; results: ReactNode } {
  const testRun = useMutation({
    mutationFn: () => test({ version: form.view.version, values: form.values }),
    onError: (error) => {
      if (!form.showErrors(error)) toastError('The test failed', messageOf(error, 'Please try again.'))
    },
  })
  return {
    button: (
      <Button loading={testRun.isPending} onClick={() => testRun.mutate()}>
        {label}
      </Button>
    ),
    results: (
      <output>
        {testRun.data !== undefined && <CheckList label="Results" checks={testRun.data.checks} />}
      </output>
    ),
  }
}
