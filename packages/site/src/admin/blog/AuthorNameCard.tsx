import { AuthorName } from '@priormark/core/staff/people/author-name'
import { defaultAuthorId } from '@priormark/core/blog/post'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { toast } from '../../ui/toast-store.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { sessionQuery } from '../platform/session/session.ts'
import { usePerson } from '../platform/ui/use-role.ts'
import { AccountForm, type AccountField } from '../staff/account/index.ts'
import { blogKey, useAuthors } from './post-queries.ts'

const fields: readonly AccountField[] = [
  {
    name: 'firstName',
    label: 'Name shown on posts',
    kind: 'nickname',
    hint: 'Readers see it on your posts.',
  },
]
const OwnName = v.object({ firstName: AuthorName })

/** The name that readers see on the person's own posts. */
export function AuthorNameCard() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const authors = useAuthors()
  const authorId = usePerson()?.authorId
  const heading = useRef<HTMLHeadingElement>(null)
  const [isChanging, setChanging] = useState(false)
  const name = authors.data?.find(({ id }) => id === (authorId ?? defaultAuthorId))?.firstName

  function close() {
    setChanging(false)
    heading.current?.focus()
  }

  return (
    <section className="admin-card" aria-labelledby="author-name-title">
      <h2 id="author-name-title" ref={heading} tabIndex={-1}>
        Name shown on posts
      </h2>
      <p className="admin-note">
        {authorId === undefined
          ? `None yet: your new posts show ${name === undefined ? 'the default author' : `“${name}”`}. Readers never see your username.`
          : `${name ?? `Author ${authorId}`}. Readers see it on your posts, and never your username.`}
      </p>
      {!isChanging && (
        <Button onClick={() => setChanging(true)}>
          {authorId === undefined ? 'Choose a name' : 'Change name'}
        </Button>
      )}
      {isChanging && (
        <AccountForm
          label="Change the name shown on posts"
          fields={fields}
          schema={OwnName}
          submitLabel="Save name"
          kind="default"
          failure="The name was not changed"
          takesFocus
          onCancel={close}
          onSubmit={async (body) => {
            await api.blog.setOwnAuthorName({ body })
            await Promise.all([
              queryClient.invalidateQueries({ queryKey: blogKey }),
              queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 }),
            ])
            toast({ title: 'Name saved', description: `Your posts show “${body.firstName}”.` })
            close()
          }}
        />
      )}
    </section>
  )
}
