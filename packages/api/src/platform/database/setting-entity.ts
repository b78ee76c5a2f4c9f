import { defineEntity, p } from '@mikro-orm/core'

export const SettingSchema = defineEntity({
  name: 'Setting',
  tableName: 'setting',
  properties: { name: p.string().length(100).primary(), value: p.text() },
})

/** A value that all processes share, such as the key that signs cookies. */
export class Setting extends SettingSchema.class {}
SettingSchema.setClass(Setting)
