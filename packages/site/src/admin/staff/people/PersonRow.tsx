import { roleLabels } from '@priormark/core/platform/roles'
import { formatMoment } from '../../platform/session/shop-dates.ts'
import type { Person } from '@priormark/core/staff/people/endpoints'
import { Button } from 'antd'
import { StateTag } from '../../platform/ui/StateTag.tsx'

/** What a dialog asks about a person. */
export type PersonQuestion = 'rename' | 'role' | 'disable' | 'secondFactor'

interface PersonRowProps {
  person: Person
  /** Then it is you, and nobody could manage the shop without you. */
  isOnlyOwner: boolean
  onAsk: (question: PersonQuestion) => void
  onEnable: () => void
}

/** A person with their state, and the buttons that change them. */
export function PersonRow({ person, isOnlyOwner, onAsk, onEnable }: PersonRowProps) {
  const { username, email, role, isDisabled, hasSecondFactor, lastUsedAt, isYou } = person
  return (
    <li>
      <div>
        <strong>{username}</strong> <StateTag state={{ label: roleLabels[role].name, tone: 'neutral' }} />{' '}
        {isYou && <StateTag state={{ label: 'You', tone: 'success' }} />}{' '}
        {isDisabled && <StateTag state={{ label: 'Disabled', mark: '✕', tone: 'error' }} />}
        <div className="admin-soft">
          {email ?? 'No email address: can’t use “Forgot password?”'}
          <br />
          Two-step verification {hasSecondFactor ? 'on' : 'off'} ·{' '}
          {lastUsedAt === null ? 'Not seen in the last two weeks' : `Last seen ${formatMoment(lastUsedAt)}`}
          {isOnlyOwner && (
            <>
              <br />
              You’re the only owner. To change your role or disable yourself, make someone else an owner
              first.
            </>
          )}
        </div>
      </div>
      <div>
        <Button size="small" aria-label={`Rename ${username}`} onClick={() => onAsk('rename')}>
          Rename
        </Button>{' '}
        {!isOnlyOwner && (
          <>
            <Button size="small" aria-label={`Change role of ${username}`} onClick={() => onAsk('role')}>
              Change role
            </Button>{' '}
          </>
        )}
        {hasSecondFactor && !isYou && (
          <>
            <Button
              size="small"
              aria-label={`Turn off two-step verification of ${username}`}
              onClick={() => onAsk('secondFactor')}
            >
              Turn off two-step verification
            </Button>{' '}
          </>
        )}
        {isDisabled ? (
          <Button size="small" aria-label={`Enable ${username}`} onClick={onEnable}>
            Enable
          </Button>
        ) : (
          !isOnlyOwner && (
            <Button size="small" danger aria-label={`Disable ${username}`} onClick={() => onAsk('disable')}>
              Disable
            </Button>
          )
        )}
      </div>
    </li>
  )
}
