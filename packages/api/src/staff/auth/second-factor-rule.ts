import type { Em } from '../../platform/database/database.ts'

const settingName = 'second-factor-required'

/** The condition of SQL that everyone must use two-step verification. */
export const secondFactorRequiredSql = `exists (select 1 from setting where name = '${settingName}')`

/** Whether everyone must turn on two-step verification before they can do anything else. */
export async function isSecondFactorRequired(em: Em): Promise<boolean> {
  const [row] = await em.execute<{ isRequired: boolean }[]>(
    `select ${secondFactorRequiredSql} as "isRequired"`,
  )
  return row?.isRequired === true
}

/** Requires two-step verification for everyone, or makes it optional. Idempotent. */
export async function setSecondFactorRequired(em: Em, isRequired: boolean): Promise<void> {
  if (isRequired) {
    await em.execute("insert into setting (name, value) values (?, 'true') on conflict (name) do nothing", [
      settingName,
    ])
  } else await em.execute('delete from setting where name = ?', [settingName])
}
