import * as v from 'valibot'
import { endpoint } from '../platform/http/endpoint.ts'
import { IsoDate } from '../platform/ids.ts'
import { maxDatabaseInteger } from '../platform/limits.ts'
import { BusinessSettings } from './business.ts'
import { DataSettings } from './data.ts'
import type { GroupName } from './groups.ts'
import { MailSettings } from './mail.ts'
import { ShopTexts } from './shop-texts.ts'
import { TimeZoneSettings } from './time-zone.ts'

const Version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxDatabaseInteger))

/** A group of settings as it is in effect. */
const groupView = <const S extends v.GenericSchema>(values: S) =>
  v.object({
    /** Changes with every save; 0 before the first. */
    version: Version,
    values,
    /** The environment variables that set fields, by field. Such a field cannot be changed. */
    variables: v.record(v.string(), v.string()),
    changedAt: v.nullable(IsoDate),
    changedBy: v.nullable(v.string()),
  })

/** A group as the API returns it. */
export interface GroupView<Values> {
  version: number
  values: Values
  variables: Record<string, string>
  changedAt: string | null
  changedBy: string | null
}

const views = {
  business: groupView(BusinessSettings),
  shop: groupView(ShopTexts),
  mail: groupView(MailSettings),
  data: groupView(DataSettings),
  timeZone: groupView(TimeZoneSettings),
}

/** Replaces the values of a group. 412 with the code `version_conflict` if it has another version meanwhile. */
function changeEndpoint<const S extends v.GenericSchema>(name: GroupName, values: S) {
  return endpoint({
    method: 'PUT',
    path: `/api/admin/settings/${name}`,
    access: 'owner',
    body: v.object({ version: Version, values }),
    reply: groupView(values),
  })
}

export const settingsEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    access: 'owner',
    reply: v.object(views),
  }),
  /** The texts of the promo block, for the post editor. */
  promo: endpoint({
    method: 'GET',
    path: '/api/admin/settings/promo',
    access: 'blog',
    reply: ShopTexts.entries.promo,
  }),
  business: changeEndpoint('business', BusinessSettings),
  shop: changeEndpoint('shop', ShopTexts),
  mail: changeEndpoint('mail', MailSettings),
  data: changeEndpoint('data', DataSettings),
  timeZone: changeEndpoint('timeZone', TimeZoneSettings),
}
