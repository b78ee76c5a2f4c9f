import { useEffect, useRef, useState } from 'react'
import { Field } from '../../platform/ui/Field.tsx'
import { focusText, PlainButton, PlainInput } from '../../platform/ui/PlainControls.tsx'
import { PlainTitle } from '../../platform/ui/PlainTitle.tsx'
import styles from './LoginScreen.module.css'

interface CodeStepProps {
  error: string | undefined
  isBusy: boolean
  onSubmit: (code: string) => void
  onBack: () => void
}

/** The login's second step: a code of the authenticator, or a recovery code. */
export function CodeStep({ error, isBusy, onSubmit, onBack }: CodeStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)

  useEffect(() => focusText(input.current), [isRecovery, error])

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
      <Field
        label={isRecovery ? 'Recovery code' : 'Code'}
        error={error}
        hint={
          isRecovery
            ? 'One of the codes that you saved. Each works once.'
            : 'The six digits that your authenticator app shows.'
        }
      >
        {(inputProps) => (
          <PlainInput
            {...inputProps}
            ref={input}
            name="code"
            className="admin-mono"
            autoComplete="one-time-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize={isRecovery ? 'characters' : 'none'}
            spellCheck={false}
            required
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
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
