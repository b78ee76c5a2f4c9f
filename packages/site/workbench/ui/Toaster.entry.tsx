import { toast } from '../../src/ui/toast-store.ts'
import { Toaster } from '../../src/ui/Toaster.tsx'
import type { WorkbenchEntry } from '../entry.ts'

const long =
  'The image is larger than 10 MB. Choose a smaller one, or save it with a lower quality and try again.'

const entry: WorkbenchEntry = {
  title: 'Toaster',
  states: {
    'shows one toast for 6 seconds, or until dismissed': (
      <>
        <Toaster />
        <button type="button" onClick={() => toast({ title: 'Copied' })}>
          Title only
        </button>{' '}
        <button type="button" onClick={() => toast({ title: 'Post created', description: 'A new song' })}>
          With a description
        </button>{' '}
        <button
          type="button"
          onClick={() => toast({ title: 'Saved.', action: <a href="/blog/post">View post</a> })}
        >
          With a link
        </button>{' '}
        <button
          type="button"
          onClick={() => toast({ title: 'Upload failed', description: long, variant: 'destructive' })}
        >
          Destructive, long
        </button>
      </>
    ),
  },
}
export default entry
