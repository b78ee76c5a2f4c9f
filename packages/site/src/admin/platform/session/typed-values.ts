import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, type Dispatch, type SetStateAction } from 'react'
import { create } from 'zustand'
import { useAdmin } from './admin-context.tsx'
import { usePerson } from '../ui/use-role.ts'
import { loginPath } from './admin-paths.ts'
import { sessionQuery } from './session.ts'

const useTypedValues = create<Record<string, unknown>>(() => ({}))

/** Deletes what was typed, because the person logs out. */
export function clearTypedValues(): void {
  useTypedValues.setState({}, true)
}

/**
 * State for what a person types in a form, null at first. It survives the end of the session: the same person finds it after the
 * next login, and nobody else sees it. With `isKept`, it also stays when another screen is opened.
 */
export function useTypedState<Value>(
  formName: string,
  { isKept = false } = {},
): [Value | null, Dispatch<SetStateAction<Value | null>>] {
  const key = `${usePerson()?.username ?? ''}: ${formName}`
  const typedValue = useTypedValues(({ [key]: value = null }) => value as Value | null)

  const setTypedValue = useCallback(
    (next: SetStateAction<Value | null>) =>
      useTypedValues.setState(({ [key]: value = null }) => ({
        [key]: next instanceof Function ? next(value as Value | null) : next,
      })),
    [key],
  )

  const { api, session } = useAdmin()
  const queryClient = useQueryClient()
  useEffect(() => {
    const generation = session.generation()
    return () => {
      // The server may have rejected the credential before the session has ended here.
      const isRejected = queryClient.getQueryData(sessionQuery(api).queryKey) === null
      const isPastSession = session.generation() !== generation || location.pathname === loginPath
      const hasEnded = isPastSession || isRejected || session.isMissing()
      if (!isKept && !hasEnded) useTypedValues.setState({ [key]: null })
    }
  }, [key, isKept, api, session, queryClient])

  return [typedValue, setTypedValue]
}
