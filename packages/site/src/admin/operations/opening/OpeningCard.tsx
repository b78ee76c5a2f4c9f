import type { Opening, OpeningLine } from '@priormark/core/operations/endpoints'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { StateTag } from '../../platform/ui/StateTag.tsx'
import { OpenPageLink } from '../../platform/ui/links.tsx'
import styles from './OpeningCard.module.css'

const openingKey = ['opening']

/** The list “Before you open”, closed at first once someone has ordered. Shows nothing while it loads and once all is done. */
export function OpeningCard() {
  const { api } = useAdmin()
  const [isToggledOpen, setOpen] = useState<boolean>()
  const { data } = useQuery({
    queryKey: openingKey,
    queryFn: ({ signal }) => api.opening.read({}, { signal }),
    // Work on other screens completes its tasks.
    staleTime: 0,
  })
  if (data === undefined || data.lines.every(({ isDone }) => isDone)) return null
  const isOpen = isToggledOpen ?? !data.hasOrders
  const doneCount = data.lines.filter(({ isDone }) => isDone).length
  return (
    <details
      className={styles.card}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        // The event also fires when `open` is set here.
        if (open !== isOpen) setOpen(open)
      }}
    >
      <summary>
        <h2>
          Before you open: {doneCount} of {data.lines.length} done
        </h2>
      </summary>
      {isOpen && (
        <div className={`admin-card ${styles.list}`}>
          <OpeningList {...data} />
        </div>
      )}
    </details>
  )
}

function OpeningList({ lines, onServer }: Opening) {
  return (
    <>
      <ul className="admin-rows" aria-label="Before you open">
        {lines.map((line) => (
          <Task key={line.id} line={line} />
        ))}
      </ul>
      <h3>On the server</h3>
      <p className="admin-note">These need a shell. The admin can’t do them.</p>
      <ul className="admin-rows">
        {onServer.map(({ text, link }) => (
          <li key={text}>
            <span>{text}</span>
            <OpenPageLink link={link} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Task({ line: { title, isDone, text, links, isTicked } }: { line: OpeningLine }) {
  return (
    <li>
      <div className="admin-tagged">
        <StateTag
          state={
            isDone
              ? { label: 'Done', mark: '✓', tone: 'success' }
              : { label: 'To do', mark: '!', tone: 'warning' }
          }
        />
        <div>
          <strong>{title}</strong>
          <div className="admin-soft">{text}</div>
        </div>
      </div>
      <span className="admin-line">
        {links.map((link) => (
          <OpenPageLink key={link.path} link={link} />
        ))}
        {isTicked && !isDone && <LegalButton />}
      </span>
    </li>
  )
}

/** Marks the legal texts as read, the only task that the server cannot check. */
function LegalButton() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const tick = useMutation({
    mutationFn: () => api.opening.tickLegal(),
    onSuccess: (opening) => queryClient.setQueryData(openingKey, opening),
    onError: (error) => toastError('The line was not ticked', messageOf(error, 'Please try again.')),
  })
  return (
    <Button size="small" loading={tick.isPending} onClick={() => tick.mutate()}>
      I have read both
    </Button>
  )
}
