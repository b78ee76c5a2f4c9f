import type { PageLink } from '@priormark/core/platform/check-result'

const documentLink = (name: string, label: string): PageLink => ({ path: `/api/docs/${name}`, label })

/** The pages where an owner does what a check or the list “Before you open” asks for. */
export const pageLinks = {
  payments: { path: '/admin/settings/services/payments', label: 'Payment settings' },
  mailServer: { path: '/admin/settings/services/emails', label: 'Mail server' },
  recording: { path: '/admin/settings/services/recording', label: 'Recording settings' },
  business: { path: '/admin/settings', label: 'Business settings' },
  shopTexts: { path: '/admin/settings/shop', label: 'Shop settings' },
  legal: { path: '/admin/settings/legal', label: 'Change them' },
  data: { path: '/admin/settings/data', label: 'Data settings' },
  backups: { path: '/admin/health/backups', label: 'Backups' },
  account: { path: '/admin/account', label: 'Your account' },
  terms: { path: '/terms', label: 'Terms' },
  privacy: { path: '/privacy', label: 'Privacy' },
  deployment: documentLink('deployment', 'Deployment'),
  configuration: documentLink('configuration', 'Configuration'),
  upgrading: documentLink('upgrading', 'Upgrading'),
  restore: documentLink('backup', 'Backup and restore'),
} satisfies Record<string, PageLink>

/** Returns the address of a page, or the file of a document that the server has. */
export function pageLinkAddress({ path }: PageLink, publicUrl: string): string {
  return path.startsWith('/api/') ? `${path.replace('/api/', '')}.md` : publicUrl + path
}
