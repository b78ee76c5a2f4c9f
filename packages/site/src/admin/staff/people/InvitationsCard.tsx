import { roleLabels } from '@priormark/core/platform/roles'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import type { Invitation } from '@priormark/core/staff/people/endpoints'
import { Button } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '../../platform/ui/dialogs.tsx'
import { StateTag, type StateMark } from '../../platform/ui/StateTag.tsx'
import { useChangePeople } from './people-queries.ts'

/** The invitations that were neither accepted nor canceled. */
export function InvitationsCard({ invitations }: { invitations: readonly Invitation[] }) {
  const { formatMoment } = useShopDates()
  const change = useChangePeople()
  const [canceled, setCanceled] = useState<Invitation | null>(null)
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
                <StateTag state={{ label: roleLabels[role].name, tone: 'neutral' }} />
                <StateTag state={stateOf(invitation)} />
                <div className="admin-soft">
                  {invitation.mail === 'failed'
                    ? 'The mail server rejected this address. Check it, or send the invitation again.'
                    : `Invited by ${invitedBy} on ${formatMoment(requestedAt)}, expires ${formatMoment(expiresAt)}`}
                </div>
              </div>
              <div>
                <Button
                  size="small"
                  loading={busyId === id && change.variables?.kind === 'resend'}
                  aria-label={`Send again to ${email}`}
                  onClick={() => change.mutate({ kind: 'resend', id, email })}
                >
                  Send again
                </Button>{' '}
                <Button
                  size="small"
                  aria-label={`Cancel the invitation to ${email}`}
                  onClick={() => setCanceled(invitation)}
                >
                  Cancel
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        isOpen={canceled !== null}
        title={`Cancel the invitation to ${canceled?.email ?? ''}?`}
        confirmLabel="Cancel invitation"
        isBusy={change.isPending}
        onConfirm={() => {
          if (canceled === null) return
          const { id, email } = canceled
          change.mutate({ kind: 'cancel', id, email }, { onSettled: () => setCanceled(null) })
        }}
        onClose={() => setCanceled(null)}
      >
        <p>The link in the email stops working. You can invite the same address again.</p>
      </ConfirmDialog>
    </section>
  )
}

function stateOf({ mail, expiresAt }: Invitation): StateMark {
  if (mail === 'failed') return { label: 'Not delivered', mark: '✕', tone: 'error' }
  if (Date.parse(expiresAt) <= Date.now()) return { label: 'Expired', mark: '!', tone: 'warning' }
  return mail === 'queued' ? { label: 'Sending…', tone: 'neutral' } : { label: 'Sent', tone: 'success' }
}
