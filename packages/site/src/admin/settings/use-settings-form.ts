import type { FieldErrors } from '@priormark/core/platform/errors'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import type { GroupView } from '@priormark/core/settings/endpoints'
import { isObject, settingGroups, type GroupName, type SettingValues } from '@priormark/core/settings/groups'
import { queryOptions, useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { toast, toastError } from '../../ui/toast-store.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { useTypedState } from '../platform/session/typed-values.ts'
import { formErrors } from '../platform/ui/form-errors.ts'
import type { StaffApi } from '@priormark/core/api'

/** The settings that another administrator changed while this one was typing. */
export interface ConcurrentChange {
  by: string
  fields: string[]
}

/** The state of a settings form. */
export interface SettingsForm<Values extends object> {
  values: Values
  /** Sets some fields. */
  set: (change: Partial<Values>) => void
  /** Returns the label of a field, which the audit log also uses. */
  labelOf: (field: keyof Values & string) => string
  /** Returns the error of a field: 'name', or 'faq.0.question' within a list. */
  errorOf: (path: string) => string | undefined
  /** Whether a field within an entry of a list has an error: 'faq.0.'. */
  hasErrorIn: (prefix: string) => boolean
  /** The environment variable that sets a field, so that it cannot be changed. */
  variableOf: (field: keyof Values & string) => string | undefined
  isDirty: boolean
  isSaving: boolean
  concurrentChange: ConcurrentChange | null
  view: GroupView<Values>
  /** Shows the field errors of a failed call. Returns whether there are any. */
  showErrors: (error: unknown) => boolean
  /** Returns whether the typed values are valid. Otherwise shows their errors. */
  check: () => boolean
  /** @param onFieldErrors called if the server rejects fields */
  save: (onFieldErrors: () => void) => void
}

/**
 * The form of a settings group. If another administrator saves first, their changes are merged with the typed ones, and the person
 * saves again.
 */
export function useSettingsForm<Name extends GroupName>(
  name: Name,
  settings: AllSettings,
  send: (body: { version: number; values: SettingValues[Name] }) => Promise<GroupView<SettingValues[Name]>>,
): SettingsForm<SettingValues[Name]> {
  type Values = SettingValues[Name]
  const { schema } = settingGroups[name]
  const labels: Readonly<Record<string, string>> = settingGroups[name].labels
  const labelOf = (field: string) => labels[field] ?? field
  const groupOf = (all: { [Group in GroupName]: GroupView<SettingValues[Group]> }) => all[name]
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const [typedForm, setTypedForm] = useTypedState<{ base: GroupView<Values>; values: Values }>(name)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [concurrentChange, setConcurrentChange] = useState<ConcurrentChange | null>(null)
  const view = typedForm?.base ?? groupOf(settings)
  const values = typedForm?.values ?? view.values

  const change = useMutation({
    mutationFn: send,
    onSuccess: async (savedGroup, request) => {
      // Text that was typed during the request is kept as an unsaved change.
      setTypedForm((current) => ({
        base: savedGroup,
        values: current === null || current.values === request.values ? savedGroup.values : current.values,
      }))
      setConcurrentChange(null)
      toast({ title: 'Settings saved' })
      await queryClient.invalidateQueries(settingsQuery(api))
      setTypedForm((current) =>
        current !== null && changedFields(current.base.values, current.values).length === 0 ? null : current,
      )
    },
  })

  async function mergeTheirs() {
    const theirs = groupOf(await queryClient.fetchQuery(settingsQuery(api)))
    const fields = changedFields(view.values, theirs.values)
    const mergedValues = mergeTyped({ base: view.values, mine: values, theirs: theirs.values })
    setTypedForm({ base: theirs, values: mergedValues })
    setConcurrentChange({ by: theirs.changedBy ?? 'Someone else', fields: fields.map(labelOf) })
  }

  async function handleFailure(error: unknown, onFieldErrors: () => void) {
    if (error instanceof ApiError && error.code === 'version_conflict') {
      return mergeTheirs().catch((failure: unknown) => toastNotSaved(failure))
    }
    if (showErrors(error)) onFieldErrors()
    else toastNotSaved(error)
  }

  function showErrors(error: unknown): boolean {
    const fieldErrors = error instanceof ApiError ? error.fields : {}
    setErrors(fieldErrors)
    return Object.keys(fieldErrors).length > 0
  }

  function toastNotSaved(error: unknown) {
    toastError('The settings were not saved', messageOf(error, 'Please try again.'))
  }

  return {
    values,
    view,
    concurrentChange,
    isDirty: typedForm !== null && changedFields(view.values, values).length > 0,
    isSaving: change.isPending,
    set(part) {
      setErrors((errorsBefore) => withoutErrorsOf(Object.keys(part), errorsBefore))
      setTypedForm((before) => ({ base: view, values: { ...(before?.values ?? values), ...part } }))
    },
    labelOf,
    errorOf: (path) => errors[`values.${path}`]?.[0],
    hasErrorIn: (prefix) => Object.keys(errors).some((path) => path.startsWith(`values.${prefix}`)),
    variableOf: (field) => view.variables[field],
    showErrors,
    check() {
      const fieldErrors = formErrors(v.object({ values: schema }), { values })
      setErrors(fieldErrors)
      return Object.keys(fieldErrors).length === 0
    },
    save(onFieldErrors) {
      if (change.isPending) return
      change.mutate(
        { version: view.version, values },
        { onError: (error) => void handleFailure(error, onFieldErrors) },
      )
    },
  }
}

/** Removes the errors of fields that were just changed. The server names a field 'values.name' or 'values.faq.0.question'. */
function withoutErrorsOf(fields: readonly string[], errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => !fields.includes(path.split('.')[1] ?? path)),
  )
}

/** The values of every settings group that are in effect. */
export type AllSettings = Awaited<ReturnType<StaffApi['settings']['read']>>

/** Reads all settings. Other administrators change them too, so every visit reads them again. */
const settingsQuery = (api: StaffApi) =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => api.settings.read({}, { signal }),
    staleTime: 0,
  })

export const useSettings = () => useQuery(settingsQuery(useAdmin().api))

/** Returns the fields in which two states of a group differ. */
export function changedFields<Values extends object>(
  before: Values,
  after: Values,
): (keyof Values & string)[] {
  const fields = Object.keys(after) as (keyof Values & string)[]
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/**
 * Merges the typed values of a form with those that another administrator saved meanwhile. If both changed a field, the typed value
 * is kept. Fields that are objects, such as a group of texts, are merged field by field.
 */
export function mergeTyped<Values extends object>(
  versions: Record<'base' | 'mine' | 'theirs', Values>,
): Values {
  const { base, mine, theirs } = versions
  const typedChanges = changedFields(base, mine).map((field) => {
    const [before, after, other] = [base[field], mine[field], theirs[field]]
    const areObjects = isObject(before) && isObject(after) && isObject(other)
    return [field, areObjects ? mergeTyped({ base: before, mine: after, theirs: other }) : after]
  })
  return { ...theirs, ...Object.fromEntries(typedChanges) }
}
