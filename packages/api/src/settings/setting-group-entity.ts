import { defineEntity, p } from '@mikro-orm/core'

export const SettingGroupSchema = defineEntity({
  name: 'SettingGroup',
  tableName: 'setting_group',
  properties: {
    /** A name of core's settings/groups.ts. */
    name: p.string().length(50).primary(),
    /** What differs from the defaults. */
    value: p.json<Record<string, unknown>>(),
    version: p.integer(),
    changedAt: p.datetime(),
    changedBy: p.string().length(200),
  },
})

/** A group of the shop's settings that an administrator has changed. */
export class SettingGroup extends SettingGroupSchema.class {}
SettingGroupSchema.setClass(SettingGroup)
