import { useEffect } from 'react'
import { persistEntry } from '../orders/order-form/entry-store.ts'
import { OrderDetails } from '../orders/order-form/OrderDetails.tsx'
import form from '../orders/order-form/OrderForm.module.css'
import type { OrderRules } from '../orders/order-form/send-order.ts'
import { UploadArea } from '../orders/upload/UploadArea.tsx'
import { Island, usePageState } from '../../rendering/page/page-context.tsx'
import { CropMarks } from '../platform/marks/work-marks.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'

/** The ids of the form's section at the end of a post, and of its title. */
export const protectId = 'protect-now'
export const protectTitleId = 'protect-title'

const postId = 'blog-post'

/** A post with the order form at its end. */
export function PostPage() {
  const hasPost = usePageState().status === 200
  usePostActions()
  return (
    <>
      <Island id={postId} />
      {hasPost && (
        <section id={protectId} tabIndex={-1} className="protect" aria-labelledby={protectTitleId}>
          <div className="wide protect-row">
            <Island id="protect-side" />
            <CropMarks className="protect-sheet">
              <ProtectionForm />
            </CropMarks>
          </div>
        </section>
      )}
    </>
  )
}

/** Handles clicks on the buttons of the post, which is static HTML. */
function usePostActions(): void {
  useEffect(() => {
    const onClick = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button) runPostAction(button)
    }
    const post = document.getElementById(postId)
    post?.addEventListener('click', onClick)
    return () => post?.removeEventListener('click', onClick)
  }, [])
}

/** The blog form has its own messages. */
const formRules: OrderRules = {
  form: 'blog',
  failedTitle: 'Error',
  fallbackMessage: 'Failed to process your request',
  unexpectedMessage: 'Failed to process your request',
}

/** The order form at the end of a post. All fields are visible from the start. */
function ProtectionForm() {
  useEffect(() => void persistEntry(), [])
  return (
    <div className={form.order}>
      <UploadArea />
      <OrderDetails rules={formRules} />
    </div>
  )
}

/** Handles a button in a server-rendered post: copies the address or plays a video. */
function runPostAction(button: HTMLButtonElement): void {
  const { copies, player, title } = button.dataset
  if (copies !== undefined) void copyLink(copies)
  if (player !== undefined) playVideo(button, player, title ?? 'Video')
}

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied to clipboard!' })
  } catch {
    toastError('Could not copy the link', url)
  }
}

function playVideo(button: HTMLButtonElement, player: string, title: string): void {
  const address = new URL(player)
  address.searchParams.set('autoplay', '1')
  const frame = Object.assign(document.createElement('iframe'), {
    src: address.href,
    title,
    className: 'video-frame',
    allow: 'autoplay; fullscreen; picture-in-picture; encrypted-media',
    referrerPolicy: 'strict-origin-when-cross-origin',
  })
  button.replaceWith(frame)
  frame.focus()
}
