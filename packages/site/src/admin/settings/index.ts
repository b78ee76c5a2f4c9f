export { NumberSetting, SelectSetting, TextSetting } from './SettingsFields.tsx'
export { SettingsFrame, type SettingsPageProps } from './SettingsFrame.tsx'
export { useSettings, useSettingsForm } from './use-settings-form.ts'
