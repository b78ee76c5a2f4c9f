import { TabLinks } from '../platform/ui/Tabs.tsx'

/** The pages of Health. */
export function HealthTabs() {
  return (
    <TabLinks
      label="Health"
      links={[
        { path: '/admin/health', label: 'Issues' },
        { path: '/admin/health/backups', label: 'Backups' },
      ]}
    />
  )
}
