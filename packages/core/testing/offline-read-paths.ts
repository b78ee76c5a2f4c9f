import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import { offlineReadOf, type OfflineRead } from '@priormark/core/platform/offline-copies'

const post = '/api/admin/blog/posts/2c1f6a53-6b0e-4f6c-9a51-0d5a3c9c1a11'

/** A path of each kind of reads. */
const paths: Record<OfflineRead['what'], string> = {
  login: authEndpoints.ping.path,
  orders: '/api/admin/direct/orders?page=1',
  customers: '/api/admin/audit?page=1',
  shop: `${post}/views?month=`,
  post,
  drafts: '/api/admin/blog/posts?page=1',
  other: '/api/admin/blog/topics',
}

/** The rows of the table of reads, each with a path that it is the first to fit. */
export const offlineReads = Object.entries(paths).flatMap(([what, path]) => {
  const row = offlineReadOf(path)
  if (row?.what !== what) throw new Error(`${path} is read as ${row?.what}`)
  return [{ ...row, readPath: path }]
})
