import { useEffect } from 'react'
import { Island } from '../Island.tsx'
import { usePageState } from '../page-state.ts'
import { CropMarks } from '../work/CropMarks.tsx'
import { ProtectionForm } from './ProtectionForm.tsx'

/** The section with the form at the end of a post, and its title. */
export const protectId = 'protect-now'
export const protectTitleId = 'protect-title'

const postId = 'blog-post'

/** A post, and at its end the form for an order. */
export function PostPage() {
  const hasPost = usePageState().status === 200
  usePostActions()
  return (
    <>
      <Island id={postId} />
      {hasPost && (
        <section id={protectId} tabIndex={-1} className="protect" aria-labelledby={protectTitleId}>
          <div className="protect-row">
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

/** Makes the buttons of the post work, which is HTML of the server. */
function usePostActions(): void {
  useEffect(() => {
    // Starts to load now, so that it is there when a button is pressed.
    const loading = import('./post-actions.ts')
    loading.catch(() => {})
    const act = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button) loading.then(({ doPostAction }) => doPostAction(button)).catch(() => {})
    }
    const post = document.getElementById(postId)
    post?.addEventListener('click', act)
    return () => post?.removeEventListener('click', act)
  }, [])
}
