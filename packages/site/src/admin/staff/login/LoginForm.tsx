import { Login } from '@priormark/core/staff/auth/endpoints'
import type { InferInput } from 'valibot'
import type { FieldErrors } from '@priormark/core/platform/errors'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { useEffect, useRef, useState, type ComponentType, type ReactNode, type SubmitEvent } from 'react'
import { toastError } from '../../../ui/toast-store.ts'
import { formErrors } from '../../platform/ui/form-errors.ts'
import { PlainButton, PlainField, focusAndSelect } from '../../platform/ui/PlainControls.tsx'
import { type TitleProps, PlainTitle } from '../../platform/ui/PlainTitle.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import styles from './login.module.css'

interface LoginFormProps {
  logIn: (credentials: InferInput<typeof Login>) => Promise<{ token: string }>
  onLogin: (token: string) => unknown
  Title: ComponentType<TitleProps>
  forgotLink: ReactNode
}

/** The form of /admin/login. It needs neither a router nor a query client, so that it can be shown before either is loaded. */
export function LoginForm({ logIn, onLogin, Title, forgotLink }: LoginFormProps) {
  const usernameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isCodeAsked, setCodeAsked] = useState(false)
  const [isPending, setPending] = useState(false)

  useEffect(() => {
    if (!isCodeAsked) usernameInput.current?.focus()
  }, [isCodeAsked])

  async function send(code: string | undefined) {
    setPending(true)
    try {
      const { token } = await logIn({ username, password, ...(code === undefined ? {} : { code }) })
      await onLogin(token)
    } catch (error) {
      showFailure(error, code)
    } finally {
      setPending(false)
    }
  }

  function showFailure(error: unknown, code: string | undefined) {
    if (error instanceof ApiError && error.code === 'second_factor_required') {
      setCodeAsked(true)
      if (code !== undefined) setErrors({ code: [messageOf(error, 'This code is not valid')] })
      return
    }
    toastError(
      'Login failed',
      messageOf(error, isServerError(error) ? 'Login failed' : 'Invalid credentials'),
    )
  }

  function submit(submission: SubmitEvent) {
    submission.preventDefault()
    if (isPending) return
    const fieldErrors = formErrors(Login, { username, password })
    setErrors(fieldErrors)
    if (fieldErrors['username']) usernameInput.current?.focus()
    else if (fieldErrors['password']) passwordInput.current?.focus()
    else void send(undefined)
  }

  function submitCode(code: string) {
    if (isPending) return
    const fieldErrors = formErrors(Login, { username, password, code })
    setErrors(fieldErrors)
    if (fieldErrors['code'] === undefined) void send(code)
  }

  function startOver() {
    setCodeAsked(false)
    setPassword('')
    setErrors({})
  }

  return (
    <LoginFrame>
      {isCodeAsked ? (
        <CodeStep error={errors['code']?.[0]} isBusy={isPending} onSubmit={submitCode} onBack={startOver} />
      ) : (
        <form className="admin-card" onSubmit={submit} noValidate>
          <Title title="Admin login" className={styles.title} />
          <PlainField
            label="Username"
            error={errors['username']?.[0]}
            ref={usernameInput}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            required
            value={username}
            onChange={({ target }) => setUsername(target.value)}
          />
          <PlainField
            label="Password"
            error={errors['password']?.[0]}
            ref={passwordInput}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          <PlainButton kind="primary" type="submit" isWide isBusy={isPending}>
            Log in
          </PlainButton>
          <p className={styles.forgot}>{forgotLink}</p>
        </form>
      )}
    </LoginFrame>
  )
}

function isServerError(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500
}

interface CodeStepProps {
  error: string | undefined
  isBusy: boolean
  onSubmit: (code: string) => void
  onBack: () => void
}

/** The login's second step: a code of the authenticator, or a recovery code. */
function CodeStep({ error, isBusy, onSubmit, onBack }: CodeStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)

  useEffect(() => focusAndSelect(input.current), [isRecovery, error])

  return (
    <form
      className="admin-card"
      onSubmit={(submission) => {
        submission.preventDefault()
        onSubmit(code)
      }}
      noValidate
    >
      <PlainTitle title="Two-step verification" className={styles.title} />
      <PlainField
        label={isRecovery ? 'Recovery code' : 'Code'}
        error={error}
        hint={
          isRecovery
            ? 'One of the codes that you saved. Each works once.'
            : 'The six digits that your authenticator app shows.'
        }
        ref={input}
        name="code"
        className="admin-mono"
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize={isRecovery ? 'characters' : 'none'}
        required
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <PlainButton kind="primary" type="submit" isWide isBusy={isBusy}>
        Log in
      </PlainButton>
      <div className={styles.otherWays}>
        <PlainButton
          kind="link"
          onClick={() => {
            setRecovery(!isRecovery)
            setCode('')
          }}
        >
          {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </PlainButton>
        <PlainButton kind="link" onClick={onBack}>
          Start over
        </PlainButton>
      </div>
    </form>
  )
}
