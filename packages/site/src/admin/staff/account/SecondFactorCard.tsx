import {
  CodeProof,
  FullProof,
  PasswordProof,
  type Account,
  type SecondFactorStart,
} from '@priormark/core/staff/auth/account-endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState, useEffect } from 'react'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { AccountForm, type AccountField } from './AccountForm.tsx'
import formStyles from './account.module.css'
import { UnsavedDialog } from '../../platform/ui/dialogs.tsx'
import { useUnloadQuestion } from '../../platform/ui/window-events.ts'

type Step =
  | { kind: 'idle' | 'turn-on' | 'turn-off' | 'renew' }
  | { kind: 'confirm'; start: SecondFactorStart }
  | { kind: 'codes'; codes: readonly string[] }

const passwordField: AccountField = { name: 'password', label: 'Your password', kind: 'current-password' }
const codeField: AccountField = {
  name: 'code',
  label: 'Code',
  kind: 'one-time-code',
  hint: 'Six digits from your authenticator app, or a recovery code.',
}
const firstCodeField: AccountField = { ...codeField, hint: 'The six digits that the app shows now.' }

interface SecondFactorCardProps {
  account: Account
  /** Called once new recovery codes are saved. */
  onSaved?: () => void
}

export function SecondFactorCard({ account: { username, secondFactor }, onSaved }: SecondFactorCardProps) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const heading = useRef<HTMLHeadingElement>(null)
  function close() {
    setStep({ kind: 'idle' })
    // The focused form disappears.
    heading.current?.focus()
  }
  const form = { username, takesFocus: true, onCancel: close }
  const fullForm = { ...form, fields: [passwordField, codeField], schema: FullProof }

  return (
    <section className="admin-card" aria-labelledby="second-factor-title">
      <h2 id="second-factor-title" ref={heading} tabIndex={-1}>
        Two-step verification
      </h2>
      {step.kind !== 'codes' && <Status {...secondFactor} />}

      {step.kind === 'idle' && !secondFactor.isOn && (
        <Button type="primary" onClick={() => setStep({ kind: 'turn-on' })}>
          Turn on
        </Button>
      )}
      {step.kind === 'idle' && secondFactor.isOn && (
        <div className="admin-line">
          <Button onClick={() => setStep({ kind: 'renew' })}>New recovery codes</Button>
          {!secondFactor.isRequired && (
            <Button onClick={() => setStep({ kind: 'turn-off' })}>Turn off</Button>
          )}
        </div>
      )}

      {step.kind === 'turn-on' && (
        <AccountForm
          {...form}
          label="Turn on two-step verification"
          fields={[passwordField]}
          schema={PasswordProof}
          submitLabel="Continue"
          failure="Two-step verification was not turned on"
          onSubmit={async (body) =>
            setStep({ kind: 'confirm', start: await api.account.beginSecondFactor({ body }) })
          }
        />
      )}
      {step.kind === 'confirm' && (
        <>
          <AuthenticatorSecret start={step.start} />
          <AccountForm
            {...form}
            label="Confirm two-step verification"
            fields={[firstCodeField]}
            schema={CodeProof}
            submitLabel="Turn on"
            failure="Two-step verification was not turned on"
            onSubmit={async (body) => {
              const { recoveryCodes } = await api.account.confirmSecondFactor({ body })
              setStep({ kind: 'codes', codes: recoveryCodes })
            }}
          />
        </>
      )}
      {step.kind === 'renew' && (
        <AccountForm
          {...fullForm}
          label="Create new recovery codes"
          submitLabel="Create new codes"
          failure="No new codes were created"
          onSubmit={async (body) => {
            const { recoveryCodes } = await api.account.renewRecoveryCodes({ body })
            setStep({ kind: 'codes', codes: recoveryCodes })
          }}
        />
      )}
      {step.kind === 'turn-off' && (
        <AccountForm
          {...fullForm}
          label="Turn off two-step verification"
          submitLabel="Turn off"
          failure="Two-step verification was not turned off"
          onSubmit={async (body) => {
            await api.account.endSecondFactor({ body })
            toast({
              title: 'Two-step verification turned off',
              description: 'You now log in with only your password.',
            })
            await queryClient.invalidateQueries({ queryKey: ['account'] })
            close()
          }}
        />
      )}
      {step.kind === 'codes' && (
        <RecoveryCodes
          codes={step.codes}
          username={username}
          onDone={() => {
            close()
            onSaved?.()
          }}
        />
      )}
    </section>
  )
}

function Status({ isOn, isRequired, recoveryCodesLeft }: Account['secondFactor']) {
  if (!isOn) {
    return (
      <p className="admin-note">
        Off. When it’s on, you log in with your password and a code from an authenticator app on your phone.
      </p>
    )
  }
  const isLow = recoveryCodesLeft <= 3
  return (
    <p className="admin-note">
      <strong className="admin-recorded">On.</strong> You log in with your password and a code.{' '}
      {isRequired && 'Required for everyone. '}
      <span className={isLow ? 'admin-error' : undefined}>
        {recoveryCodesLeft} of 10 recovery codes left{isLow ? ': create new ones.' : '.'}
      </span>
    </p>
  )
}

function AuthenticatorSecret({ start: { secret, qrCode } }: { start: SecondFactorStart }) {
  const { platform } = useAdmin()
  return (
    <div className={`admin-head ${formStyles.scan}`}>
      <img className={formStyles.code} src={qrCode} alt="QR code for your authenticator app" />
      <div>
        <p>Scan this with your authenticator app, or type the key:</p>
        {/* In groups of four characters, for reading and typing. */}
        <code className={`admin-mono ${formStyles.secret}`}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <Button
          size="small"
          onClick={() =>
            void platform.copyText(secret).then(
              () => toast({ title: 'Key copied', description: 'Paste it into your authenticator app' }),
              () => toastError('Not copied', 'Please type the key'),
            )
          }
        >
          Copy key
        </Button>
      </div>
    </div>
  )
}

interface RecoveryCodesProps {
  codes: readonly string[]
  username: string
  onDone: () => void
}

/** Shows new recovery codes. They cannot be shown again. */
function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const { platform } = useAdmin()
  const heading = useRef<HTMLHeadingElement>(null)
  const areSaved = useRef(false)
  useEffect(() => heading.current?.focus(), [])
  useUnloadQuestion(() => true)
  const text = [
    `Recovery codes for ${username} at ${platform.publicUrl ?? location.origin}`,
    'Each code replaces your authenticator app once. Store them separately from your password.',
    '',
    ...codes,
    '',
  ].join('\n')

  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        Save these recovery codes
      </h3>
      <p className="admin-note">
        Two-step verification is on. If you lose your phone, each of these codes lets you log in once. They
        won’t be shown again.
      </p>
      <ul className={`admin-mono ${formStyles.codes}`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="admin-line">
        {platform.saveText !== undefined && (
          <Button onClick={() => platform.saveText?.(text, 'priormark-recovery-codes.txt')}>
            Download codes
          </Button>
        )}
        <Button
          onClick={() =>
            void platform.copyText(text).then(
              () => toast({ title: 'Codes copied', description: 'Store them separately from your password' }),
              () => toastError('Not copied', 'Please write them down'),
            )
          }
        >
          Copy codes
        </Button>
        <Button
          type="primary"
          onClick={() => {
            areSaved.current = true
            onDone()
          }}
        >
          I’ve saved these codes
        </Button>
      </div>
      <UnsavedDialog isDirty={() => !areSaved.current} stayLabel="Back to the codes">
        <p>These recovery codes won’t be shown again.</p>
      </UnsavedDialog>
    </>
  )
}
