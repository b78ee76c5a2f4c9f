import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { defaultLegal } from '@priormark/core/settings/default-legal'
import { defaultVersionNumber, LegalText, type LegalDocument } from '@priormark/core/settings/legal'
import type { StaffApi } from '@priormark/core/api'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PublishedVersion } from '@priormark/core/settings/endpoints'
import { toast, toastError } from '../../ui/toast-store.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { useTypedState } from '../platform/session/typed-values.ts'
import { formErrors } from '../platform/ui/form-errors.ts'
import type { ConcurrentChange } from './use-settings-form.ts'

/** Reads the published versions of a legal text, newest first. */
export const useLegalVersions = (document: LegalDocument) => useQuery(versionsQuery(useAdmin().api, document))

const versionsQuery = (api: StaffApi, document: LegalDocument) =>
  queryOptions({
    queryKey: ['legal', document],
    queryFn: ({ signal }) => api.legal.list({ params: { document } }, { signal }),
    staleTime: 0,
  })

/** The form that edits a legal text and publishes it as a new version. */
export function useLegalForm(document: LegalDocument, versions: readonly PublishedVersion[]) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const [typedVersion, setTypedVersion] = useTypedState<{ base: PublishedVersion | null; text: string }>(
    document,
  )
  const [error, setError] = useState<string>()
  const [concurrentChange, setConcurrentChange] = useState<ConcurrentChange | null>(null)
  const newestVersion = versions[0] ?? null
  const base = typedVersion === null ? newestVersion : typedVersion.base
  const baseText = base?.text ?? defaultLegal[document].text
  const text = typedVersion?.text ?? baseText

  const publish = useMutation({
    mutationFn: () =>
      api.legal.publish({
        params: { document },
        body: { basedOn: base?.number ?? defaultVersionNumber, text },
      }),
    onSuccess: async () => {
      setTypedVersion(null)
      setConcurrentChange(null)
      toast({ title: 'Published', description: 'The page shows the new text now.' })
      await queryClient.invalidateQueries(versionsQuery(api, document))
    },
  })

  async function handleFailure(failure: unknown, onFieldErrors: () => void) {
    if (failure instanceof ApiError && failure.code === 'version_conflict') {
      const theirs = await queryClient.fetchQuery(versionsQuery(api, document))
      const newBase = theirs.versions[0] ?? null
      setTypedVersion({ base: newBase, text })
      setConcurrentChange({
        by: newBase?.publishedBy ?? 'Someone else',
        fields: [`version ${newBase?.number ?? defaultVersionNumber}`],
      })
      return
    }
    const message = failure instanceof ApiError ? failure.fields['text']?.[0] : undefined
    setError(message)
    if (message !== undefined) onFieldErrors()
    else toastError('The text was not published', messageOf(failure, 'Please try again.'))
  }

  return {
    text,
    error,
    concurrentChange,
    isDirty: text !== baseText,
    isSaving: publish.isPending,
    view: { changedAt: newestVersion?.publishedAt ?? null, changedBy: newestVersion?.publishedBy ?? null },
    nextNumber: (base?.number ?? defaultVersionNumber) + 1,
    set(newText: string) {
      setError(undefined)
      setTypedVersion({ base, text: newText })
    },
    /** Returns whether the text can be published. Otherwise shows its error. */
    check(): boolean {
      const message = formErrors(LegalText, text)['']?.[0]
      setError(message)
      return message === undefined
    },
    save(onFieldErrors: () => void) {
      if (publish.isPending) return
      publish.mutate(undefined, {
        onError: (failure) => void handleFailure(failure, onFieldErrors).catch(() => {}),
      })
    },
  }
}
