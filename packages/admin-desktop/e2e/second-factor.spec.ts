import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { codeOf, wrongCode } from '@priormark/api/testing/authenticator'
import { administrator } from '@priormark/api/testing/administrator'
import { connect, expect, test } from './fixtures.ts'

test('asks for the code of a second factor, and stores the login', async ({ launch, server, api }) => {
  const { account } = (await api.logIn()).api
  const { password } = administrator
  const { secret } = await account.beginSecondFactor({ body: { password } })
  const { recoveryCodes } = await account.confirmSecondFactor({ body: { code: codeOf(secret) } })

  const first = await launch()
  await connect(first, server.url)
  await first.page.getByLabel('Username').fill(administrator.username)
  await first.page.getByLabel('Password').fill(administrator.password)
  await first.page.getByRole('button', { name: 'Log in' }).click()
  await expect(first.page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await first.page.getByLabel('Code', { exact: true }).fill(wrongCode(secret))
  await first.page.getByRole('button', { name: 'Log in' }).click()
  await expect(first.page.getByText('This code is wrong or was already used')).toBeVisible()
  await first.page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await first.page.getByRole('button', { name: 'Log in' }).click()
  await first.page.getByRole('link', { name: 'Your account' }).click()
  await expect(first.page.getByText('10 of 10 recovery codes left.')).toBeVisible()
  const [folder = ''] = await readdir(path.join(first.userData, 'accounts'))
  expect(await readdir(path.join(first.userData, 'accounts', folder))).toContain('login.bin')

  // Other tests use the same server.
  await account.endSecondFactor({ body: { password, code: recoveryCodes[0] ?? '' } })
})
