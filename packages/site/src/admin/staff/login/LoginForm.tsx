import { Login } from '@priormark/core/staff/auth/endpoints'
import type { InferInput } from 'valibot'
import type { FieldErrors } from '@priormark/core/platform/errors'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
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

const fields = [
  { name: 'username', label: 'Username', type: 'text', autoComplete: 'username' },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
] as const

/** The form of /admin/login. It needs neither a router nor a query client, so that it can be shown before either is loaded. */
export function LoginForm({ logIn, onLogin, Title, forgotLink }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [credentials, setCredentials] = useState({ username: '', password: '' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [needsCode, setNeedsCode] = useState(false)
  const [isPending, setPending] = useState(false)

  const focusField = (name: string) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()

  useEffect(() => {
    if (!needsCode) focusField('username')
  }, [needsCode])

  async function submit(code?: string) {
    if (isPending) return
    const login = code === undefined ? credentials : { ...credentials, code }
    const fieldErrors = formErrors(Login, login)
    setErrors(fieldErrors)
    const [invalidField] = Object.keys(fieldErrors)
    if (invalidField !== undefined) return focusField(invalidField)
    setPending(true)
    try {
      const { token } = await logIn(login)
      await onLogin(token)
    } catch (error) {
      showFailure(error, code)
    } finally {
      setPending(false)
    }
  }

  function showFailure(error: unknown, code: string | undefined) {
    if (error instanceof ApiError && error.code === 'second_factor_required') {
      setNeedsCode(true)
      if (code !== undefined) setErrors({ code: [messageOf(error, 'This code is not valid')] })
      return
    }
    const isServerError = error instanceof ApiError && error.status >= 500
    toastError('Login failed', messageOf(error, isServerError ? 'Login failed' : 'Invalid credentials'))
  }

  function startOver() {
    setNeedsCode(false)
    setCredentials({ ...credentials, password: '' })
    setErrors({})
  }

  return (
    <LoginFrame>
      {needsCode ? (
        <CodeStep error={errors['code']?.[0]} isBusy={isPending} onSubmit={submit} onBack={startOver} />
      ) : (
        <form
          ref={form}
          className="admin-card"
          onSubmit={(submission) => {
            submission.preventDefault()
            void submit()
          }}
          noValidate
        >
          <Title title="Admin login" className={styles.title} />
          {fields.map(({ name, ...field }) => (
            <PlainField
              {...field}
              key={name}
              name={name}
              error={errors[name]?.[0]}
              autoCapitalize="none"
              required
              value={credentials[name]}
              onChange={({ target }) => setCredentials((values) => ({ ...values, [name]: target.value }))}
            />
          ))}
          <PlainButton kind="primary" type="submit" isBusy={isPending}>
            Log in
          </PlainButton>
          <p className={styles.forgot}>{forgotLink}</p>
        </form>
      )}
    </LoginFrame>
  )
}

interface CodeStepProps {
  error: string | undefined
  isBusy: boolean
  onSubmit: (code: string) => unknown
  onBack: () => void
}

/** The login's second step: a code from the authenticator app, or a recovery code. */
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
      <PlainButton kind="primary" type="submit" isBusy={isBusy}>
        Log in
      </PlainButton>
      <div className={`admin-line ${styles.otherWays}`}>
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
