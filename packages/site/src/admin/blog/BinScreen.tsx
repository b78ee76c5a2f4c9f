import type { BinEntry } from '@priormark/core/drafts/draft-service'
import { formatMoment } from '@priormark/core/dates'
import { countWords, textOf } from '@priormark/core/excerpt'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { toast } from '../../ui/toast-store.ts'
import { editorPath } from './post-rows.ts'
import { useAdmin } from '../session/admin-context.tsx'
import { ScreenTitle } from '../ui/ScreenTitle.tsx'
import { EmptyList } from '../ui/list-states.tsx'
import { draftsKey, useBin } from './draft-queries.ts'

const whyTexts: Record<BinEntry['why'], string> = {
  deleted: 'Deleted here before it was sent',
  theirs_taken: 'Given up for somebody else’s text',
}

/** /admin/blog/bin: texts that were discarded on this machine. */
export function BinScreen() {
  const { drafts } = useAdmin().platform
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const bin = useBin()
  const takeBack = useMutation({
    mutationFn: ({ id }: BinEntry) => drafts.takeBack(id),
    onSuccess: (postId) => {
      toast({ title: 'Taken back', description: 'It is a post of its own now.' })
      return navigate(editorPath(postId))
    },
    onError: () =>
      toast({
        title: 'Error taking back',
        description: 'This text is not in the bin any more.',
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: draftsKey }),
  })

  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="Bin" />
        <Link to="/admin/blog">Back to Blog</Link>
      </div>
      <section className="admin-card" aria-label="Texts that were given up">
        <p>Texts that were given up on this machine. The server does not have them.</p>
        {bin.isError && <p role="alert">The bin of this machine cannot be read.</p>}
        {bin.isSuccess && bin.data.length === 0 && <EmptyList label="The bin is empty" />}
        <ul className="admin-rows">
          {(bin.data ?? []).map((entry) => (
            <li key={entry.id}>
              <div>
                <strong>{entry.text.title || 'Untitled'}</strong>
                <div className="admin-soft">
                  {whyTexts[entry.why]}, {formatMoment(entry.at)} · {wordsText(entry)}
                </div>
              </div>
              <Button
                disabled={takeBack.isPending}
                aria-label={`Take back ${entry.text.title || 'Untitled'}`}
                onClick={() => takeBack.mutate(entry)}
              >
                Take Back
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function wordsText({ text }: BinEntry): string {
  const words = countWords(textOf(text.content))
  return words === 1 ? '1 word' : `${words} words`
}
