import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { ExternalLink, publicAddress } from '../../platform/ui/links.tsx'
import type { PostEditorModel } from './post-editor-model.ts'
import { useShopDates } from '../../platform/session/shop-dates.tsx'

interface PreviewButtonProps {
  model: PostEditorModel
  /** Reads the rich editor now. While someone types, it is read with a delay. */
  readContent: () => void
}

/** Opens a secret link that shows the current text of the post. */
export function PreviewButton({ model, readContent }: PreviewButtonProps) {
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
    readContent()
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
