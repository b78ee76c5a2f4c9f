import type { Person, People, Invitation } from '@priormark/core/staff/people/endpoints'
import { counted } from '@priormark/core/platform/counted'
import { Button } from 'antd'
import { useState } from 'react'
import { LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import { RowButton } from '../../platform/ui/RowButton.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { NoMailServer } from '../account/NoMailServer.tsx'
import { InviteDialog, PersonDialogs, type PersonDialogName } from './PersonDialogs.tsx'
import { useChangePeople, usePeople } from './people-queries.ts'
import { roleLabels } from '@priormark/core/platform/roles'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { StateTag, type StateMark } from '../../platform/ui/StateTag.tsx'
import { Link } from 'react-router-dom'
import { ConfirmDialog } from '../../platform/ui/dialogs.tsx'

/** /admin/people: who may use the admin, their roles, and invitations. */
export function PeopleScreen() {
  const { data, isPending, isError, refetch } = usePeople()
  const [isInviting, setInviting] = useState(false)
  const owners = data?.people.filter(({ role, isDisabled }) => role === 'owner' && !isDisabled) ?? []
  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="People" />
        <Button type="primary" onClick={() => setInviting(true)}>
          Invite someone
        </Button>
      </div>
      {isPending && <Loading label="Loading people" />}
      {isError && <LoadFailed onRetry={() => refetch()}>The people could not be loaded.</LoadFailed>}
      {data !== undefined && (
        <div className="admin-stack">
          <section className="admin-card" aria-label="Administrators">
            <h2>Administrators</h2>
            <ul className="admin-rows">
              {data.people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  isOnlyOwner={owners.length === 1 && owners[0] === person}
                />
              ))}
            </ul>
          </section>
          {data.invitations.length > 0 && (
            <>
              <NoMailServer />
              <InvitationsCard invitations={data.invitations} />
            </>
          )}
          <SecondFactorRuleCard people={data} />
        </div>
      )}
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </>
  )
}

interface PersonRowProps {
  person: Person
  /** The only owner is always the person who sees this screen. They stay an owner, because the shop needs one. */
  isOnlyOwner: boolean
}

function PersonRow({ person, isOnlyOwner }: PersonRowProps) {
  const change = useChangePeople()
  const [openDialog, setOpenDialog] = useState<PersonDialogName | null>(null)
  const { formatMoment } = useShopDates()
  const { id, username, email, role, isDisabled, hasSecondFactor, lastUsedAt, isYou } = person
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
      <div className="admin-line">
        <RowButton label="Rename" subject={username} onClick={() => setOpenDialog('rename')} />
        {!isOnlyOwner && (
          <RowButton label="Change role" subject={`of ${username}`} onClick={() => setOpenDialog('role')} />
        )}
        {hasSecondFactor && !isYou && (
          <RowButton
            label="Turn off two-step verification"
            subject={`of ${username}`}
            onClick={() => setOpenDialog('secondFactor')}
          />
        )}
        {isDisabled && (
          <RowButton
            label="Enable"
            subject={username}
            onClick={() => change.mutate({ kind: 'enable', id })}
          />
        )}
        {!isDisabled && !isOnlyOwner && (
          <RowButton label="Disable" subject={username} onClick={() => setOpenDialog('disable')} />
        )}
        <PersonDialogs person={person} openDialog={openDialog} onClose={() => setOpenDialog(null)} />
      </div>
    </li>
  )
}

/** Shows whether two-step verification is required, and lets an owner change it. */
function SecondFactorRuleCard({ people: { people, isSecondFactorRequired } }: { people: People }) {
  const change = useChangePeople()
  const [isConfirming, setConfirming] = useState(false)
  const enabledPeople = people.filter(({ isDisabled }) => !isDisabled)
  const peopleWithoutSecondFactor = enabledPeople.filter(({ hasSecondFactor }) => !hasSecondFactor)
  const secondFactorCount = enabledPeople.length - peopleWithoutSecondFactor.length
  const hasOwnSecondFactor = people.some(({ isYou, hasSecondFactor }) => isYou && hasSecondFactor)
  return (
    <section className="admin-card" aria-labelledby="require-title">
      <h2 id="require-title">Two-step verification</h2>
      <p>
        {isSecondFactorRequired ? (
          <StateTag state={{ label: 'Required for everyone', mark: '✓', tone: 'success' }} />
        ) : (
          <StateTag state={{ label: 'Optional', tone: 'neutral' }} />
        )}{' '}
        {secondFactorCount} of {counted(enabledPeople.length, 'person has', 'people have')} turned it on.
      </p>
      {!isSecondFactorRequired && !hasOwnSecondFactor && (
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
        <Button disabled={!hasOwnSecondFactor} onClick={() => setConfirming(true)}>
          Require it for everyone
        </Button>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title="Require two-step verification?"
        confirmLabel="Require it"
        isBusy={change.isPending}
        onConfirm={() =>
          change.mutate({ kind: 'require', isRequired: true }, { onSettled: () => setConfirming(false) })
        }
        onClose={() => setConfirming(false)}
      >
        <p>
          {peopleWithoutSecondFactor.length === 0
            ? 'Everyone has turned it on. From now on, only an owner can turn it off for someone who lost their codes.'
            : `${peopleWithoutSecondFactor.map(({ username }) => username).join(', ')} can’t do anything else until they’ve set it up.`}
        </p>
      </ConfirmDialog>
    </section>
  )
}

/** The invitations that were neither accepted nor canceled. */
function InvitationsCard({ invitations }: { invitations: readonly Invitation[] }) {
  const { formatMoment } = useShopDates()
  const change = useChangePeople()
  const [invitationToCancel, setInvitationToCancel] = useState<Invitation | null>(null)
  const busyId = change.isPending && 'id' in change.variables ? change.variables.id : null
  return (
    <section className="admin-card" aria-label="Invitations">
      <h2>Invitations</h2>
      <ul className="admin-rows">
        {invitations.map((invitation) => {
          const { id, email, role, invitedBy, requestedAt, expiresAt } = invitation
          return (
            <li key={id}>
              <div>
                <strong>{email}</strong>{' '}
                <StateTag state={{ label: roleLabels[role].name, tone: 'neutral' }} />{' '}
                <StateTag state={invitationMark(invitation)} />
                <div className="admin-soft">
                  {invitation.mail === 'failed'
                    ? 'The mail server rejected this address. Check it, or send the invitation again.'
                    : `Invited by ${invitedBy} on ${formatMoment(requestedAt)}, expires ${formatMoment(expiresAt)}`}
                </div>
              </div>
              <div className="admin-line">
                <RowButton
                  label="Send again"
                  subject={`to ${email}`}
                  loading={busyId === id && change.variables?.kind === 'resend'}
                  onClick={() => change.mutate({ kind: 'resend', id, email })}
                />
                <RowButton
                  label="Cancel"
                  subject={`the invitation to ${email}`}
                  onClick={() => setInvitationToCancel(invitation)}
                />
              </div>
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        isOpen={invitationToCancel !== null}
        title={`Cancel the invitation to ${invitationToCancel?.email ?? ''}?`}
        confirmLabel="Cancel invitation"
        isBusy={change.isPending}
        onConfirm={() => {
          if (invitationToCancel === null) return
          const { id, email } = invitationToCancel
          change.mutate({ kind: 'cancel', id, email }, { onSettled: () => setInvitationToCancel(null) })
        }}
        onClose={() => setInvitationToCancel(null)}
      >
        <p>The link in the email stops working. You can invite the same address again.</p>
      </ConfirmDialog>
    </section>
  )
}

function invitationMark({ mail, expiresAt }: Invitation): StateMark {
  if (mail === 'failed') return { label: 'Not delivered', mark: '✕', tone: 'error' }
  if (Date.parse(expiresAt) <= Date.now()) return { label: 'Expired', mark: '!', tone: 'warning' }
  return mail === 'queued' ? { label: 'Sending…', tone: 'neutral' } : { label: 'Sent', tone: 'success' }
}
