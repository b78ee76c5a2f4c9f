import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { defaultLegal } from '@priormark/core/settings/default-legal'
import { defaultNumber, LegalText, type LegalDocument } from '@priormark/core/settings/legal'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PublishedVersion } from '@priormark/core/settings/endpoints'
import { toast, toastError } from '../../ui/toast-store.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { useTypedState } from '../platform/session/typed-values.ts'
import { formErrors } from '../platform/ui/form-errors.ts'
import type { MeanwhileChange } from './use-settings-form.ts'

/** Reads the published versions of a legal text, newest first. */
export function useLegalVersions(document: LegalDocument) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['legal', document],
    queryFn: ({ signal }) => api.legal.list({ params: { document } }, { signal }),
    staleTime: 0,
  })
}

/** A legal text that is being edited, on top of the version that it is based on. */
export function useLegalForm(document: LegalDocument, versions: readonly PublishedVersion[]) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useTypedState<{ base: PublishedVersion | null; text: string }>(document)
  const [error, setError] = useState<string>()
  const [meanwhile, setMeanwhile] = useState<MeanwhileChange | null>(null)
  const newest = versions[0] ?? null
  const current = typed === null ? newest : typed.base
  const former = current?.text ?? defaultLegal[document].text
  const text = typed?.text ?? former

  const publish = useMutation({
    mutationFn: () =>
      api.legal.publish({ params: { document }, body: { basedOn: current?.number ?? defaultNumber, text } }),
    onSuccess: async () => {
      setTyped(null)
      setMeanwhile(null)
      toast({ title: 'Published', description: 'The page shows the new text now.' })
      await queryClient.invalidateQueries({ queryKey: ['legal', document] })
    },
  })

  async function fail(failure: unknown, hasErrors: () => void) {
    if (failure instanceof ApiError && failure.code === 'version_conflict') {
      const theirs = await queryClient.fetchQuery({
        queryKey: ['legal', document],
        queryFn: () => api.legal.list({ params: { document } }),
        staleTime: 0,
      })
      const base = theirs.versions[0] ?? null
      setTyped({ base, text })
      setMeanwhile({
        by: base?.publishedBy ?? 'Someone else',
        fields: [`version ${base?.number ?? defaultNumber}`],
      })
      return
    }
    const message = failure instanceof ApiError ? failure.fields['text']?.[0] : undefined
    setError(message)
    if (message !== undefined) hasErrors()
    else toastError('The text was not published', messageOf(failure, 'Please try again.'))
  }

  return {
    text,
    error,
    meanwhile,
    isDirty: text !== former,
    isSaving: publish.isPending,
    view: { changedAt: newest?.publishedAt ?? null, changedBy: newest?.publishedBy ?? null },
    nextNumber: (current?.number ?? defaultNumber) + 1,
    set(next: string) {
      setError(undefined)
      setTyped({ base: current, text: next })
    },
    /** Whether the text can be published. Otherwise its error is shown. */
    check(): boolean {
      const message = formErrors(LegalText, text)['']?.[0]
      setError(message)
      return message === undefined
    },
    save(hasErrors: () => void) {
      if (publish.isPending) return
      publish.mutate(undefined, { onError: (failure) => void fail(failure, hasErrors).catch(() => {}) })
    },
  }
}
