import type { DiscardedDraft } from '@priormark/core/blog/drafts/draft-service'
import { countWords, textOf } from '@priormark/core/blog/excerpt'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { toast, toastError } from '../../ui/toast-store.ts'
import { counted } from '@priormark/core/platform/counted'
import { editorPath } from './post-rows.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { ScreenTitle } from '../platform/ui/ScreenTitle.tsx'
import { EmptyList } from '../platform/ui/list-states.tsx'
import { draftsKey } from './draft-queries.ts'
import { useShopDates } from '../platform/session/shop-dates.tsx'

const reasonTexts: Record<DiscardedDraft['reason'], string> = {
  deleted: 'Deleted before it was sent',
  theirs_taken: 'Replaced by someone else’s version',
}

/** /admin/blog/history: the discarded drafts of this computer. Other earlier texts are in the history of their post. */
export function HistoryScreen() {
  const { formatMoment } = useShopDates()
  const { drafts } = useAdmin().platform
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const discarded = useQuery({
    queryKey: [...draftsKey, 'discarded'],
    queryFn: () => drafts.discarded(),
    staleTime: 0,
  })
  const restore = useMutation({
    mutationFn: ({ id }: DiscardedDraft) => drafts.restoreDiscarded(id),
    onSuccess: (postId) => {
      toast({ title: 'Draft restored', description: 'It’s a separate post now.' })
      return navigate(editorPath(postId))
    },
    onError: () => toastError('Error restoring draft', 'It’s no longer among the discarded drafts.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: draftsKey }),
  })

  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="History" />
        <Link to="/admin/blog">Back to Blog</Link>
      </div>
      <section className="admin-card" aria-label="Texts on this computer">
        <p>
          Discarded drafts on this computer. They are not on the server. Earlier texts of a post are under
          History in its editor.
        </p>
        {discarded.isError && <p role="alert">The discarded drafts on this computer can’t be read.</p>}
        {discarded.isSuccess && discarded.data.length === 0 && <EmptyList label="No discarded drafts" />}
        <ul className="admin-rows">
          {(discarded.data ?? []).map((entry) => (
            <li key={entry.id}>
              <div>
                <strong>{entry.text.title || 'Untitled'}</strong>
                <div className="admin-soft">
                  {reasonTexts[entry.reason]}, {formatMoment(entry.at)} ·{' '}
                  {counted(countWords(textOf(entry.text.content)), 'word', 'words')}
                </div>
              </div>
              <Button
                disabled={restore.isPending}
                aria-label={`Restore ${entry.text.title || 'Untitled'}`}
                onClick={() => restore.mutate(entry)}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
