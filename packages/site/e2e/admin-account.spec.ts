import { readFile } from 'node:fs/promises'
import { codeOf, wrongCode } from '@priormark/api/testing/authenticator'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { AccountScreen } from '../testing/screens/account.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { administrator } from '@priormark/api/testing/administrator'
import { pressChord } from './press-chord.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'

// Ends logins and changes the password of the administrator.
test.use({ isOwnShop: true })

test('asks for an email address after the first login, once', async ({ page }) => {
  const login = new LoginScreen(page)
  const question = page.getByRole('dialog', { name: 'Add your email address' })
  const logIn = async () => {
    await login.open()
    await login.username.fill(administrator.username)
    await login.password.fill(administrator.password)
    await login.submit.click()
  }
  await logIn()
  await expect(question.getByLabel('New email address')).toBeFocused()
  await expect(question).toContainText('There is no mail server yet')
  await expectAccessible(page, 'the question for an email address')
  await question.getByRole('button', { name: 'Later' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Logout' }).click()
  const accountRead = page.waitForResponse('**/api/admin/account')
  await logIn()
  await accountRead
  await expect(new DashboardScreen(page).heading).toBeVisible()
  await expect(question).toHaveCount(0)
})

test(
  'lists the logins and ends one or all others, on a phone',
  { tag: '@deep' },
  async ({ newVisitor, browserErrors }) => {
    browserErrors.allow(/401 /)
    const page = await newVisitor({ viewport: { width: 390, height: 844 } })
    const account = new AccountScreen(page)
    await new LoginScreen(page).logInByApi()
    const others = [await newVisitor(), await newVisitor()]
    for (const other of others) await new LoginScreen(other).logInByApi()
    await new DashboardScreen(page).open()

    await page.getByRole('link', { name: 'Your account: admin' }).click()
    await expect(account.logins).toHaveCount(3)
    await expect(account.logins.filter({ hasText: 'This login' })).toContainText(/Chrome on .*127\.0\.0\.\*/)
    await expectAccessible(page, 'the account on a phone')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    await account.logins
      .getByRole('button', { name: /^Log out Chrome/ })
      .first()
      .click()
    await expect(account.logins).toHaveCount(2)
    await account.button('Log out everywhere else').click()
    await expect(account.toast.polite).toHaveText(
      toastText('Logged out', 'You were logged out in 1 other place.'),
    )
    await expect(account.logins).toHaveCount(1)
    await expect(account.logins).toContainText('This login')
    for (const other of others) {
      await other.goto('/admin/dashboard')
      await expect(other).toHaveURL('/admin/login')
    }
  },
)

test('opens with g u; turns two-step verification on by keyboard, requires it at the login, and turns it off', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/40[01] /)
  const login = new LoginScreen(page)
  const account = new AccountScreen(page)
  await login.logIn()
  await expect(new DashboardScreen(page).heading).toBeFocused()
  await pressChord(page, 'g', 'u')
  await expect(account.heading).toBeFocused()
  await expectAccessible(page, 'the account without two-step verification')

  await account.button('Turn on').press('Enter')
  await expect(account.password).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(account.password).toHaveAccessibleDescription('Your password is required')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(account.password).toHaveAccessibleDescription('That isn’t your current password')
  await account.password.fill(administrator.password)
  await page.keyboard.press('Enter')

  await expect(account.code).toBeFocused()
  await expect(account.qrCode).toBeVisible()
  const secret = await account.readSecret()
  await page.keyboard.type(wrongCode(secret))
  await page.keyboard.press('Enter')
  await expect(account.code).toHaveAccessibleDescription('This code is wrong or was already used')
  await expectAccessible(page, 'the QR code, and a rejected code')
  await account.code.fill(codeOf(secret))
  await page.keyboard.press('Enter')

  await expect(account.recoveryCodes).toHaveCount(10)
  await expectAccessible(page, 'the recovery codes')
  const codes = await account.recoveryCodes.allInnerTexts()
  const saving = page.waitForEvent('download')
  await account.button('Download codes').click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('priormark-recovery-codes.txt')
  const text = await readFile(await saved.path(), 'utf8')
  for (const code of codes) expect(text).toContain(code)
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('These recovery codes won’t be shown again.')
  await page.getByRole('button', { name: 'Back to the codes' }).click()
  await account.button('I’ve saved these codes').click()
  await expect(account.twoStep).toContainText('10 of 10 recovery codes left.')

  await page.getByRole('button', { name: 'Logout' }).click()
  await login.submitWith(administrator.username, administrator.password)
  await expect(login.twoStepHeading).toBeVisible()
  await expect(login.code).toBeFocused()
  await page.keyboard.type(wrongCode(secret))
  await page.keyboard.press('Enter')
  await expect(login.code).toHaveAccessibleDescription('This code is wrong or was already used')
  await expectAccessible(page, 'the second step of the login')
  await login.code.fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/dashboard')

  await page.getByRole('button', { name: 'Logout' }).click()
  await login.submitWith(administrator.username, administrator.password)
  await login.chooseRecovery()
  await expect(login.recoveryCode).toBeFocused()
  await page.keyboard.type(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/dashboard')

  await account.open()
  await expect(account.twoStep).toContainText('9 of 10 recovery codes left.')
  await account.button('Turn off').click()
  await account.password.fill(administrator.password)
  await account.code.fill(codes[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(account.toast.polite).toHaveText(
    toastText('Two-step verification turned off', 'You now log in with only your password.'),
  )
  await expect(account.button('Turn on')).toBeVisible()
})

test(
  'ends the logins of other browsers after a password change',
  { tag: '@deep' },
  async ({ page, newVisitor, browserErrors }) => {
    browserErrors.allow(/40[01] /)
    const newPassword = 'plum-orbit-lantern-51'
    const login = new LoginScreen(page)
    const account = new AccountScreen(page)
    await login.logInByApi()
    const elsewhere = await newVisitor()
    await new LoginScreen(elsewhere).logInByApi()

    await account.open()
    await account.currentPassword.fill(administrator.password)
    await account.newPassword.fill('passwordpassword')
    await page.keyboard.press('Enter')
    await expect(account.newPassword).toHaveAccessibleDescription(/^This password is easy to guess\./)
    await expect(account.currentPassword).toHaveValue(administrator.password)
    await account.newPassword.fill(newPassword)
    await page.keyboard.press('Enter')
    await expect(account.toast.polite).toContainText('Password changed')
    await expect(account.currentPassword).toHaveValue('')
    await expect(account.logins).toHaveCount(1)

    await elsewhere.goto('/admin/account')
    await expect(elsewhere).toHaveURL('/admin/login')
    await account.currentPassword.fill(newPassword)
    await account.newPassword.fill(administrator.password)
    await page.keyboard.press('Enter')
    await expect(account.currentPassword).toHaveValue('')
  },
)
