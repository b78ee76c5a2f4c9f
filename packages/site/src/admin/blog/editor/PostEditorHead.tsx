import { mayDeletePost, postState } from '@priormark/core/blog/post'
import { Button } from 'antd'
import type { ReactNode, Ref } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { StateTag } from '../../platform/ui/StateTag.tsx'
import { usePerson } from '../../platform/ui/use-role.ts'
import { scheduleText, postMark, postAddress } from '../post-labels.tsx'
import { listPath, viewsPath } from '../post-rows.ts'
import { type PostStart, isCreated } from './post-form.ts'
import styles from './PostEditor.module.css'
import type { PostEditorModel } from './post-editor-model.ts'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation } from '@tanstack/react-query'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { ExternalLink, publicAddress } from '../../platform/ui/links.tsx'

interface PostEditorHeadProps {
  model: PostEditorModel
  /** Null for a post that was new when the editor opened. */
  start: PostStart | null
  onOpenDialog: (dialog: 'history' | 'delete') => void
  /** Null if they are shown elsewhere. */
  saveButtons: ReactNode
  ref: Ref<HTMLDivElement>
}

/** The title of the editor, the saved status of the post, and what can be done with the whole post. */
export function PostEditorHead(props: PostEditorHeadProps) {
  const { model, start, onOpenDialog, saveButtons, ref } = props
  const state = useStore(model.store)
  const { base, isPublished } = state
  const { platform } = useAdmin()
  const dates = useShopDates()
  const navigate = useNavigate()
  const person = usePerson()
  const mayDelete = start?.basedOn.version == null || (person !== null && mayDeletePost(person, start))
  return (
    <div ref={ref} className={`admin-line ${styles.head}`}>
      <Button onClick={() => void navigate(listPath)}>Back</Button>
      <ScreenTitle title={state.isNew ? 'Create New Post' : 'Edit Post'} />
      <div className={`admin-line ${styles.status}`}>
        {isCreated(state) && (
          <>
            <StateTag state={postMark(postState(base))} />
            <span className="admin-small">{scheduleText(base, dates)}</span>
          </>
        )}
        {isPublished && (
          <Button onClick={() => platform.openExternal(postAddress(base.slug, platform))}>View post</Button>
        )}
      </div>
      <Button onClick={() => onOpenDialog('history')}>History</Button>
      {start !== null && isPublished && (
        <Button onClick={() => void navigate(viewsPath({ id: start.id }))}>Statistics</Button>
      )}
      <PreviewButton model={model} />
      {isCreated(state) && mayDelete && (
        <Button danger onClick={() => onOpenDialog('delete')}>
          Delete
        </Button>
      )}
      {saveButtons}
    </div>
  )
}

/** Opens a secret link that shows the current text of the post. */
function PreviewButton({ model }: Pick<PostEditorHeadProps, 'model'>) {
  const { formatMoment } = useShopDates()
  const { api, platform } = useAdmin()
  const preview = useMutation({
    mutationFn: async () => {
      const link = makeLink()
      const isOpen = await platform.openExternalLater(link.then(({ url }) => url))
      return { ...(await link), isOpen }
    },
    onSuccess: ({ url, expiresAt, isOpen }) =>
      toast({
        title: isOpen ? 'Preview opened' : 'Preview ready',
        description: `Anyone with its link can see the latest draft until ${formatMoment(expiresAt)}.`,
        action: (
          <>
            {!isOpen && <ExternalLink link={url}>Open preview</ExternalLink>}
            <button type="button" onClick={() => copy(url)}>
              Copy link
            </button>
          </>
        ),
      }),
    onError: (error) =>
      toastError('The preview could not be created', messageOf(error, 'Write something first')),
  })

  async function makeLink(): Promise<{ url: string; expiresAt: string }> {
    await model.flush()
    const { postId, form } = model.store.getState()
    const { path, expiresAt } = await api.blog.makePreview({
      params: { id: postId },
      query: { authorId: form.authorId },
    })
    return { url: publicAddress(path, platform), expiresAt }
  }

  function copy(url: string) {
    platform.copyText(url).then(
      () => toast({ title: 'Preview link copied' }),
      () => toastError('The link could not be copied', url),
    )
  }

  return (
    <Button loading={preview.isPending} onClick={() => preview.mutate()}>
      Preview
    </Button>
  )
}
