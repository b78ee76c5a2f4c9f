import type { AllSettings } from './settings-queries.ts'

/** What every page of the settings gets. */
export interface SettingsPageProps {
  settings: AllSettings
}
