import type { Person } from '@priormark/core/staff/people/endpoints'
import { Button } from 'antd'
import { useState } from 'react'
import { LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { InvitationsCard } from './InvitationsCard.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { useChangePeople, usePeople } from './people-queries.ts'
import styles from './PeopleScreen.module.css'
import { PersonDialogs } from './PersonDialogs.tsx'
import { PersonRow, type PersonQuestion } from './PersonRow.tsx'
import { RequireCard } from './RequireCard.tsx'

/** /admin/people: who may use the admin, their roles, and invitations. */
export function PeopleScreen() {
  const { data, isPending, isError, refetch } = usePeople()
  const change = useChangePeople()
  const [isInviting, setInviting] = useState(false)
  const [asked, setAsked] = useState<{ person: Person; question: PersonQuestion; opening: number } | null>(
    null,
  )
  const [isAsking, setAsking] = useState(false)
  const owners = data?.people.filter(({ role, isDisabled }) => role === 'owner' && !isDisabled) ?? []
  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="People" />
        <Button type="primary" onClick={() => setInviting(true)}>
          Invite someone
        </Button>
      </div>
      {isPending && <Loading label="Loading the people" />}
      {isError && <LoadFailed onRetry={() => refetch()}>The people could not be loaded.</LoadFailed>}
      {data !== undefined && (
        <div className={styles.cards}>
          <section className="admin-card" aria-label="Administrators">
            <h2>Administrators</h2>
            <ul className="admin-rows">
              {data.people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  isOnlyOwner={owners.length === 1 && owners[0] === person}
                  onAsk={(question) => {
                    setAsked((before) => ({ person, question, opening: (before?.opening ?? 0) + 1 }))
                    setAsking(true)
                  }}
                  onEnable={() => change.mutate({ kind: 'enable', id: person.id })}
                />
              ))}
            </ul>
          </section>
          {data.invitations.length > 0 && <InvitationsCard invitations={data.invitations} />}
          <RequireCard people={data} />
        </div>
      )}
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
      {asked !== null && (
        <PersonDialogs
          // Starts with the values of the person, whenever it opens.
          key={asked.opening}
          person={asked.person}
          question={isAsking ? asked.question : null}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
