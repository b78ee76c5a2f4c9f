import type { FieldErrors } from '@priormark/core/platform/errors'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import type { GroupView } from '@priormark/core/settings/endpoints'
import { isObject, settingGroups, type GroupName, type SettingValues } from '@priormark/core/settings/groups'
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast, toastError } from '../../ui/toast-store.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { useTypedState } from '../platform/session/typed-values.ts'
import { formErrors } from '../platform/ui/form-errors.ts'
import type { StaffApi } from '@priormark/core/api'

/** What another administrator changed while this one was typing. */
export interface MeanwhileChange {
  by: string
  fields: string[]
}

/** What the fields of a form need. */
export interface SettingsForm<Values extends object> {
  values: Values
  /** Sets fields of what is typed. */
  set: (change: Partial<Values>) => void
  /** The name of a field, as the audit log has it too. */
  labelOf: (field: keyof Values & string) => string
  /** The message of a field: 'name', or 'faq.0.question' within a list. */
  errorOf: (path: string) => string | undefined
  /** Whether a field within an entry of a list has an error: 'faq.0.'. */
  hasErrorIn: (prefix: string) => boolean
  /** The environment variable that sets a field, so that it cannot be changed. */
  variableOf: (field: keyof Values & string) => string | undefined
  isDirty: boolean
  isSaving: boolean
  meanwhile: MeanwhileChange | null
  view: GroupView<Values>
  /** Shows the errors of a call at their fields. Returns whether there are any. */
  showErrors: (error: unknown) => boolean
  /** Shows the errors of what is typed. Returns whether there are none. */
  check: () => boolean
  /** @param hasErrors called when the server finds errors at fields */
  save: (hasErrors: () => void) => void
}

/**
 * What is typed in a form, on top of the group as the server had it. If another administrator saves first, what is typed
 * here is kept, on top of theirs.
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
  const read = (all: { [Group in GroupName]: GroupView<SettingValues[Group]> }) => all[name]
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useTypedState<{ base: GroupView<Values>; values: Values }>(name)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [meanwhile, setMeanwhile] = useState<MeanwhileChange | null>(null)
  const view = typed?.base ?? read(settings)
  const values = typed?.values ?? view.values

  const change = useMutation({
    mutationFn: send,
    onSuccess: async (saved, sent) => {
      // What was typed while the request ran stays, on top of what it saved.
      setTyped((now) => ({
        base: saved,
        values: now === null || now.values === sent.values ? saved.values : now.values,
      }))
      setMeanwhile(null)
      toast({ title: 'Settings saved' })
      await queryClient.invalidateQueries({ queryKey: settingsKey })
      setTyped((now) =>
        now !== null && changedFields(now.base.values, now.values).length === 0 ? null : now,
      )
    },
  })

  async function mergeTheirs() {
    const theirs = read(
      await queryClient.fetchQuery({
        queryKey: settingsKey,
        queryFn: () => api.settings.read(),
        staleTime: 0,
      }),
    )
    const fields = changedFields(view.values, theirs.values)
    setTyped({
      base: theirs,
      values: mergeTyped({ base: view.values, typed: values, theirs: theirs.values }),
    })
    setMeanwhile({
      by: theirs.changedBy ?? 'Someone else',
      fields: fields.map(labelOf),
    })
  }

  async function fail(error: unknown, hasErrors: () => void) {
    if (error instanceof ApiError && error.code === 'version_conflict') {
      return mergeTheirs().catch((failure: unknown) => notSaved(failure))
    }
    if (showErrors(error)) hasErrors()
    else notSaved(error)
  }

  function showErrors(error: unknown): boolean {
    const fieldErrors = error instanceof ApiError ? withoutPrefix(error.fields) : {}
    setErrors(fieldErrors)
    return Object.keys(fieldErrors).length > 0
  }

  function notSaved(error: unknown) {
    toastError('The settings were not saved', messageOf(error, 'Please try again.'))
  }

  return {
    values,
    view,
    meanwhile,
    isDirty: typed !== null && changedFields(view.values, values).length > 0,
    isSaving: change.isPending,
    set(part) {
      setErrors((earlier) => without(earlier, Object.keys(part)))
      setTyped((before) => ({ base: view, values: { ...(before?.values ?? values), ...part } }))
    },
    labelOf,
    errorOf: (path) => errors[path]?.[0],
    hasErrorIn: (prefix) => Object.keys(errors).some((path) => path.startsWith(prefix)),
    variableOf: (field) => view.variables[field],
    showErrors,
    check() {
      const fieldErrors = formErrors(schema, values)
      setErrors(fieldErrors)
      return Object.keys(fieldErrors).length === 0
    },
    save(hasErrors) {
      if (change.isPending) return
      change.mutate({ version: view.version, values }, { onError: (error) => void fail(error, hasErrors) })
    },
  }
}

/** The server names fields from its body on: 'values.name'. */
function withoutPrefix(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([path, messages]) => [path.replace(/^values\./, ''), messages]),
  )
}

/** Removes the errors of fields that were just changed. */
function without(errors: FieldErrors, changed: readonly string[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => !changed.includes(path.split('.')[0] ?? path)),
  )
}

const settingsKey = ['settings']

/** Every group of settings, as it is in effect. */
export type AllSettings = Awaited<ReturnType<StaffApi['settings']['read']>>

/** Reads all settings. Other administrators change them too, so every visit reads them again. */
export function useSettings() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api.settings.read({}, { signal }),
    staleTime: 0,
  })
}

/** Returns the fields in which two states of a group differ. */
export function changedFields<Values extends object>(
  before: Values,
  after: Values,
): (keyof Values & string)[] {
  const fields = Object.keys(after) as (keyof Values & string)[]
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/**
 * Puts what was typed on top of what another administrator saved meanwhile. In a group of texts, each text is merged on
 * its own.
 */
export function mergeTyped<Values extends object>(
  texts: Record<'base' | 'typed' | 'theirs', Values>,
): Values {
  const { base, typed, theirs } = texts
  const mine = changedFields(base, typed).map((field) => {
    const [before, after, other] = [base[field], typed[field], theirs[field]]
    const isGroup = isObject(before) && isObject(after) && isObject(other)
    return [field, isGroup ? mergeTyped({ base: before, typed: after, theirs: other }) : after]
  })
  return { ...theirs, ...Object.fromEntries(mine) }
}
