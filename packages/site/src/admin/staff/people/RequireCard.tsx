import type { People } from '@priormark/core/staff/people/endpoints'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ConfirmDialog } from '../../platform/ui/dialogs.tsx'
import { StateTag } from '../../platform/ui/StateTag.tsx'
import { useChangePeople } from './people-queries.ts'

/** Requires two-step verification for everyone, or makes it optional. */
export function RequireCard({ people: { people, isSecondFactorRequired } }: { people: People }) {
  const change = useChangePeople()
  const [isAsked, setAsked] = useState(false)
  const enabled = people.filter(({ isDisabled }) => !isDisabled)
  const without = enabled.filter(({ hasSecondFactor }) => !hasSecondFactor)
  const hasOwn = people.some(({ isYou, hasSecondFactor }) => isYou && hasSecondFactor)
  return (
    <section className="admin-card" aria-labelledby="require-title">
      <h2 id="require-title">Two-step verification</h2>
      <p>
        {isSecondFactorRequired ? (
          <StateTag state={{ label: 'Required for everyone', mark: '✓', tone: 'success' }} />
        ) : (
          <StateTag state={{ label: 'Optional', tone: 'neutral' }} />
        )}{' '}
        {enabled.length - without.length} of {enabled.length}{' '}
        {enabled.length === 1 ? 'person has' : 'people have'} turned it on.
      </p>
      {!isSecondFactorRequired && !hasOwn && (
        <p className="admin-soft">
          To require it, turn it on for yourself first, under <Link to="/admin/account">Your account</Link>.
        </p>
      )}
      {isSecondFactorRequired ? (
        <Button
          loading={change.isPending}
          onClick={() => change.mutate({ kind: 'require', isRequired: false })}
        >
          Make it optional
        </Button>
      ) : (
        <Button disabled={!hasOwn} onClick={() => setAsked(true)}>
          Require it for everyone
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        title="Require two-step verification?"
        confirmLabel="Require it"
        isBusy={change.isPending}
        onConfirm={() =>
          change.mutate({ kind: 'require', isRequired: true }, { onSettled: () => setAsked(false) })
        }
        onClose={() => setAsked(false)}
      >
        <p>
          {without.length === 0
            ? 'Everyone has turned it on. From now on, only an owner can turn it off for someone who lost their codes.'
            : `${without.map(({ username }) => username).join(', ')} can’t do anything else until they’ve set it up.`}
        </p>
      </ConfirmDialog>
    </section>
  )
}
