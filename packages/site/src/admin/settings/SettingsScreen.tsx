import type { ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { LoadFailed, Loading } from '../platform/ui/list-states.tsx'
import { ScreenTitle } from '../platform/ui/ScreenTitle.tsx'
import { TabLinks } from '../platform/ui/Tabs.tsx'
import { BusinessPage } from './BusinessPage.tsx'
import { DataPage } from './DataPage.tsx'
import { LegalPage } from './LegalPage.tsx'
import { MailPage } from './MailPage.tsx'
import { useSettings } from './use-settings-form.ts'
import type { SettingsPageProps } from './SettingsFrame.tsx'
import { ServicesPage, servicesPath } from './services/ServicesPage.tsx'
import { ShopPage } from './ShopPage.tsx'
import { TimeZonePage } from './TimeZonePage.tsx'

interface SettingsPage {
  path: string
  label: string
  Page: ComponentType<SettingsPageProps>
}

/** Every page of the settings, in the order of the tabs. */
const pages: readonly SettingsPage[] = [
  { path: '/admin/settings', label: 'Business', Page: BusinessPage },
  { path: '/admin/settings/shop', label: 'Shop', Page: ShopPage },
  { path: '/admin/settings/legal', label: 'Legal', Page: LegalPage },
  { path: '/admin/settings/email', label: 'Email', Page: MailPage },
  { path: '/admin/settings/data', label: 'Data', Page: DataPage },
  { path: '/admin/settings/time-zone', label: 'Time zone', Page: TimeZonePage },
  { path: servicesPath, label: 'Services', Page: ServicesPage },
]

/** /admin/settings and its pages. */
export function SettingsScreen() {
  const { pathname } = useLocation()
  const { data, isPending, isError, refetch } = useSettings()
  const page = pages.findLast(({ path }) => `${pathname}/`.startsWith(`${path}/`))
  if (page === undefined) return null
  const { label, Page } = page
  // All rows of the services share one key, so that opening a row does not move the focus to the title.
  const path = Page === ServicesPage ? servicesPath : pathname
  return (
    <>
      <ScreenTitle key={`title of ${path}`} title={`${label} settings`} />
      <TabLinks label="Settings" links={pages} />
      {isPending && <Loading label="Loading settings" rows={6} />}
      {isError && <LoadFailed onRetry={() => refetch()}>The settings could not be loaded.</LoadFailed>}
      {data !== undefined && <Page key={path} settings={data} />}
    </>
  )
}
