import { Login } from '@priormark/core/auth/endpoints'
import type { FieldErrors } from '@priormark/core/errors'
import { ApiError, sentenceOf } from '@priormark/core/http/api-error'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { dismissToast, toast, useToastStore } from '../../ui/toast-store.ts'
import { useAdmin } from '../session/admin-context.tsx'
import { Field } from '../ui/Field.tsx'
import { formErrors } from '../ui/form-errors.ts'
import { PlainButton, PlainInput } from '../ui/PlainControls.tsx'
import { ownsUnauthenticated } from '../session/query-client.ts'
import { ScreenTitle } from '../ui/ScreenTitle.tsx'
import { forgotPasswordPath, returnPath } from '../session/admin-paths.ts'
import { LoginFrame } from './LoginFrame.tsx'
import { CodeStep } from './CodeStep.tsx'
import styles from './LoginScreen.module.css'

/** /admin/login: logs an administrator in and returns to the requested screen. */
export function LoginScreen() {
  const { api, session } = useAdmin()
  const navigate = useNavigate()
  const location = useLocation()
  const usernameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isCodeAsked, setCodeAsked] = useState(false)

  useEffect(() => {
    if (!isCodeAsked) usernameInput.current?.focus()
  }, [isCodeAsked])

  const login = useMutation({
    mutationFn: (code: string | undefined) =>
      api.auth.login({ body: { username, password, ...(code === undefined ? {} : { code }) } }),
    meta: ownsUnauthenticated,
    onSuccess: async ({ token }) => {
      session.login(token)
      // The toast that explained why the person must log in is outdated.
      const { current } = useToastStore.getState()
      if (current !== null) dismissToast(current.id)
      await navigate(returnPath(location.state), { replace: true })
    },
    onError: (error, code) => {
      if (error instanceof ApiError && error.code === 'second_factor_required') {
        setCodeAsked(true)
        if (code !== undefined) setErrors({ code: [sentenceOf(error, 'This code is not valid')] })
        return
      }
      toast({
        title: 'Login failed',
        description: sentenceOf(error, isServerError(error) ? 'Login failed' : 'Invalid credentials'),
        variant: 'destructive',
      })
    },
  })

  function submit(submission: SubmitEvent) {
    submission.preventDefault()
    if (login.isPending) return
    const found = formErrors(Login, { username, password })
    setErrors(found)
    if (found['username']) usernameInput.current?.focus()
    else if (found['password']) passwordInput.current?.focus()
    else login.mutate(undefined)
  }

  function submitCode(code: string) {
    if (login.isPending) return
    const found = formErrors(Login, { username, password, code })
    setErrors(found)
    if (found['code'] === undefined) login.mutate(code)
  }

  function startOver() {
    setCodeAsked(false)
    setPassword('')
    setErrors({})
  }

  return (
    <LoginFrame>
      {isCodeAsked ? (
        <CodeStep
          error={errors['code']?.[0]}
          isBusy={login.isPending}
          onSubmit={submitCode}
          onBack={startOver}
        />
      ) : (
        <form className="admin-card" onSubmit={submit} noValidate>
          <ScreenTitle title="Admin login" className={styles.title} />
          <Field label="Username" error={errors['username']?.[0]}>
            {(inputProps) => (
              <PlainInput
                {...inputProps}
                ref={usernameInput}
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                required
                value={username}
                onChange={({ target }) => setUsername(target.value)}
              />
            )}
          </Field>
          <Field label="Password" error={errors['password']?.[0]}>
            {(inputProps) => (
              <PlainInput
                {...inputProps}
                ref={passwordInput}
                name="password"
                type="password"
                autoComplete="current-password"
                required
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
            )}
          </Field>
          <PlainButton kind="primary" type="submit" isWide isBusy={login.isPending}>
            Log in
          </PlainButton>
          <p className={styles.forgot}>
            <Link to={forgotPasswordPath}>Forgot password?</Link>
          </p>
        </form>
      )}
    </LoginFrame>
  )
}

function isServerError(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500
}
