import type { GroupName, SettingValues } from '@priormark/core/settings/groups'
import { settingsEndpoints } from '@priormark/core/settings/endpoints'
import { route, type AppRouter, type Call } from '../platform/http/route.ts'
import { changeSettings, readSettings } from './settings-service.ts'
import type { SettingsSource } from './shop-settings.ts'

/** A call that changes a group. */
interface ChangeCall<Name extends GroupName> extends Pick<
  Call<(typeof settingsEndpoints)['business']>,
  'em' | 'admin' | 'address'
> {
  body: { version: number; values: SettingValues[Name] }
}

export function settingsRoutes(router: AppRouter, { settings }: { settings: SettingsSource }): void {
  async function change<Name extends GroupName>(group: Name, call: ChangeCall<Name>) {
    const { em, body, admin, address } = call
    const view = await changeSettings(em, settings.overrides, {
      group,
      ...body,
      actor: admin.username,
      address,
    })
    await settings.refresh()
    return view
  }

  route(router, settingsEndpoints.read, ({ em }) => readSettings(em, settings.overrides))
  route(router, settingsEndpoints.promo, async () => (await settings.current()).promo)
  route(router, settingsEndpoints.business, (call) => change('business', call))
  route(router, settingsEndpoints.shop, (call) => change('shop', call))
  route(router, settingsEndpoints.mail, (call) => change('mail', call))
  route(router, settingsEndpoints.data, (call) => change('data', call))
  route(router, settingsEndpoints.timeZone, (call) => change('timeZone', call))
}
