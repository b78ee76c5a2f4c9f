import { formatMoment } from '@priormark/core/dates'
import { sentenceOf } from '@priormark/core/http/api-error'
import { useMutation } from '@tanstack/react-query'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../session/admin-context.tsx'
import { Field } from '../../ui/Field.tsx'
import type { PostEditorModel } from './post-editor-model.ts'

interface PreviewButtonProps {
  model: PostEditorModel
  /** Reads the rich editor now. While someone types, it is read with a delay. */
  readContent: () => void
}

/** Creates a secret link that shows the current text of the post. */
export function PreviewButton({ model, readContent }: PreviewButtonProps) {
  const { api, platform } = useAdmin()
  const [isOpen, setOpen] = useState(false)
  const preview = useMutation({
    mutationFn: async () => {
      readContent()
      await model.flush()
      const { path, expiresAt } = await api.blog.makePreview({
        params: { id: model.store.getState().postId },
      })
      return { url: new URL(path, platform.publicUrl ?? location.origin).href, expiresAt }
    },
    onSuccess: () => setOpen(true),
    onError: (error) =>
      toast({
        title: 'The preview could not be created',
        description: sentenceOf(error, 'Write something first'),
        variant: 'destructive',
      }),
  })
  const url = preview.data?.url ?? ''

  function copy() {
    platform.copyText(url).then(
      () => toast({ title: 'Preview link copied' }),
      () => toast({ title: 'The link could not be copied', variant: 'destructive' }),
    )
  }

  return (
    <>
      <Button loading={preview.isPending} onClick={() => preview.mutate()}>
        Preview
      </Button>
      <Modal
        title="Preview link"
        open={isOpen}
        onCancel={() => setOpen(false)}
        width={520}
        destroyOnHidden
        footer={[
          <Button key="copy" onClick={copy}>
            Copy Link
          </Button>,
          <Button key="open" type="primary" onClick={() => platform.openExternal(url)}>
            Open Preview
          </Button>,
        ]}
      >
        <Field
          label="Anyone with this link can see the latest draft"
          hint={preview.data && `Works until ${formatMoment(preview.data.expiresAt)}`}
        >
          {(inputProps) => (
            <Input {...inputProps} readOnly value={url} onFocus={({ target }) => target.select()} />
          )}
        </Field>
      </Modal>
    </>
  )
}
