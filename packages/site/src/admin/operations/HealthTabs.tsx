import { TabLinks } from '../platform/ui/Tabs.tsx'

/** The pages of Health. */
export function HealthTabs() {
  return (
    <TabLinks
      label="Health"
      links={[
        { to: '/admin/health', label: 'Issues', isExact: true },
        { to: '/admin/health/backups', label: 'Backups' },
      ]}
    />
  )
}
