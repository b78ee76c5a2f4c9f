import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { usePerson } from '../ui/use-role.ts'
import { loginPath } from './admin-paths.ts'

const typedValues = new Map<string, unknown>()

/** Forgets what was typed, because the person logs out. */
export function clearTypedValues(): void {
  typedValues.clear()
}

/** What someone types in a form, null before. It is still there after the session has ended and the same person has logged in again. */
export function useTypedState<Value>(
  formName: string,
): [Value | null, Dispatch<SetStateAction<Value | null>>] {
  const key = `${usePerson()?.username ?? ''}: ${formName}`
  const [typed, setTyped] = useState(() => (typedValues.get(key) ?? null) as Value | null)

  useEffect(() => void typedValues.set(key, typed), [key, typed])

  useEffect(
    () => () => {
      if (location.pathname !== loginPath) typedValues.delete(key)
    },
    [key],
  )

  return [typed, setTyped]
}
