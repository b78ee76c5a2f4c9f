import { useQuery } from '@tanstack/react-query'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { Button, Spin } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { isUnauthenticated } from '../../platform/session/query-client.ts'
import { homePath } from '../../platform/session/admin-paths.ts'
import { publicAddress } from '../../platform/ui/links.tsx'
import { useMay } from '../../platform/ui/use-role.ts'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { ImageLibrary } from './ImageLibrary.tsx'
import styles from './ImageLibrary.module.css'

/** /admin/blog/images: the image library on its own screen. The session is checked first. */
export function ImagesScreen() {
  const { api, session } = useAdmin()
  const check = useQuery({
    queryKey: ['auth-check'],
    queryFn: ({ signal }) => api.auth.check({}, { signal }),
    gcTime: 0,
  })

  useEffect(() => {
    // query-client.ts handles a missing login.
    if (check.isError && !isUnauthenticated(check.error)) session.invalidate()
  }, [session, check.isError, check.error])

  if (!check.isSuccess) {
    return (
      <output className={styles.checking}>
        <Spin />
        <span className="admin-hidden">Checking your login</span>
      </output>
    )
  }
  return <Library />
}

function Library() {
  const { platform } = useAdmin()
  const navigate = useNavigate()
  const may = useMay()

  function copyUrl({ url }: BlogImage) {
    const address = publicAddress(url, platform)
    platform.copyText(address).then(
      () => toast({ title: 'Image URL copied', description: address }),
      () => toastError('The URL could not be copied', address),
    )
  }

  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="Blog Images" />
        {/* For people without access to orders it would lead to the blog. */}
        {may('orders') && <Button onClick={() => void navigate(homePath)}>Dashboard</Button>}
        <Button onClick={() => void navigate('/admin/blog')}>Blog</Button>
      </div>
      <p className="admin-note">Upload and manage images for your blog posts.</p>
      <section className="admin-card" aria-labelledby="library-title">
        <div className="admin-head">
          <h2 id="library-title">Image Library</h2>
          <span className="admin-soft">Images can be up to 10MB. Selecting one copies its URL.</span>
          <Button onClick={() => void navigate(-1)}>Back to Blog</Button>
        </div>
        <ImageLibrary onSelect={copyUrl} />
      </section>
    </>
  )
}
