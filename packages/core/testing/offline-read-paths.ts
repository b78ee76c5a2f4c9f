import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import type { offlineReads } from '@priormark/core/platform/offline-copies'

const post = '/api/admin/blog/posts/2c1f6a53-6b0e-4f6c-9a51-0d5a3c9c1a11'

/** A path for each row of `offlineReads`. */
export const offlineReadPaths: Record<(typeof offlineReads)[number]['what'], string> = {
  login: authEndpoints.ping.path,
  orders: '/api/admin/direct/orders?page=1',
  customers: '/api/admin/audit?page=1',
  shop: `${post}/views?month=`,
  post,
  drafts: '/api/admin/blog/posts?page=1',
  other: '/api/admin/blog/topics',
}
