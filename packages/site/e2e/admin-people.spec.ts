import { administrator } from '@priormark/api/testing/administrator'
import { createPost } from './blog-api.ts'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { linkFor } from './mailed-link.ts'
import { pressChord } from './press-chord.ts'
import { AccountScreen } from '../testing/screens/account.screen.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { PeopleScreen } from '../testing/screens/people.screen.ts'

// Changes the administrator's password, and requires two-step verification.
test.use({ isOwnShop: true })

const newPassword = 'plum-orbit-lantern-seven'

test('an owner invites a writer, who sees only the blog; changes the role, and disables them', async ({
  page,
  shop,
  newVisitor,
  browserErrors,
}) => {
  // What the role does not include, weak passwords, and the ended login.
  browserErrors.allow(/40[0134] /)
  const people = new PeopleScreen(page)
  await new LoginScreen(page).logIn()
  await expect(new DashboardScreen(page).heading).toBeFocused()
  await pressChord(page, 'g', 'p')
  await expect(people.heading).toBeFocused()
  await expect(people.person('admin')).toContainText('No email address')
  await expect(people.person('admin')).toContainText('You’re the only owner.')
  await expect(people.button('Rename admin')).toBeVisible()
  await expect(people.button('Change role of admin')).toBeHidden()
  await expect(people.button('Disable admin')).toBeHidden()
  await people.invite.press('Enter')
  await expect(people.email).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(people.email).toHaveAccessibleDescription('Invalid email address')
  await expectAccessible(page, 'an invitation with an error')
  await people.email.fill('Wanda@Example.org')
  await people.role.selectOption('Blog writer')
  await people.sendInvitation.dblclick()
  await expect(people.inviteDialog).toBeHidden()
  await expect(people.invitation('wanda@example.org')).toContainText('Sent')
  await expectAccessible(page, 'the people with an invitation')

  const writer = await newVisitor({ viewport: { width: 390, height: 844 } })
  const checks: string[] = []
  writer.on('request', (request) => {
    if (request.url().endsWith('/api/admin/invitation')) checks.push(request.url())
  })
  const link = await linkFor(shop, 'wanda@example.org', '/admin/invitation')
  await writer.goto(link)
  const [username, password] = [writer.getByLabel('Username'), writer.getByLabel('Password', { exact: true })]
  await expect(writer.getByText('admin invited wanda@example.org as a blog writer')).toBeVisible()
  await username.fill('admin')
  await password.fill(newPassword)
  await password.press('Enter')
  await expect(username).toHaveAccessibleDescription('This username is taken')
  await expect(password).toHaveValue(newPassword)
  await expectAccessible(writer, 'an invitation on a phone, with an error')
  const forbidden: string[] = []
  writer.on('response', (response) => {
    if (response.status() === 403) forbidden.push(response.url())
  })
  await username.fill('Wanda')
  await writer.getByLabel('Name shown on posts').fill('Wanda Lind')
  await username.press('Enter')
  await expect(writer.getByRole('heading', { level: 1, name: 'Blog Posts' })).toBeVisible()
  const menu = writer.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  const links = writer.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  await expect(links).toHaveText(['Blog'])
  await writer.keyboard.press('Escape')
  await expect(links).toBeHidden()
  await expect(menu).toBeFocused()
  await writer.goto('/admin/account')
  const ownName = writer.getByRole('region', { name: 'Name shown on posts' })
  await expect(ownName).toContainText('Wanda Lind. Readers see it')
  await ownName.getByRole('button', { name: 'Change name' }).click()
  await ownName.getByLabel('Name shown on posts', { exact: true }).fill('W. Lind')
  await expectAccessible(writer, 'the name shown on posts')
  await ownName.getByRole('button', { name: 'Save name' }).click()
  await expect(ownName).toContainText('W. Lind. Readers see it')
  await expect(ownName.getByRole('heading')).toBeFocused()
  const post = await createPost(shop.url, { title: 'By the owner', slug: 'by-the-owner' })
  await writer.goto('/admin/blog')
  await expect(writer.getByRole('button', { name: 'Edit By the owner' })).toBeVisible()
  await expect(writer.getByRole('button', { name: 'Actions for By the owner' })).toHaveCount(0)
  await writer.goto(`/admin/blog/editor?id=${post}`)
  await expect(writer.getByRole('button', { name: 'History' })).toBeVisible()
  await expect(writer.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
  await writer.goto('/admin/people')
  await expect(writer.getByRole('heading', { name: 'Not part of your role' })).toBeVisible()
  await expectAccessible(writer, 'a screen outside the role')
  await writer.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(writer.getByRole('heading', { level: 1, name: 'Blog Posts' })).toBeVisible()
  await writer.reload()
  await expect(writer.getByRole('heading', { level: 1, name: 'Blog Posts' })).toBeVisible()
  expect(forbidden).toEqual([])
  expect(checks, 'a used link is not checked again').toHaveLength(1)

  await people.open()
  await people.button('Change role of wanda').click()
  await people.role.selectOption('Owner')
  await people.answer('Change role').click()
  await expect(people.button('Disable admin')).toBeVisible()
  await expect(people.button('Change role of admin')).toBeVisible()
  await people.button('Change role of wanda').click()
  await people.role.selectOption('Order manager')
  await people.answer('Change role').click()
  await expect(people.person('wanda')).toContainText('Order manager')
  await pressChord(writer, 'g', 'v')
  await expect(writer.getByRole('heading', { name: 'Not part of your role' })).toBeVisible()
  await menu.click()
  await expect(links).toHaveText(['Orders', 'Statements', 'Recording'])

  const writersAccount = new AccountScreen(writer)
  await writersAccount.open()
  await writersAccount.turnOn(newPassword)
  await people.open()
  await people.button('Turn off two-step verification of wanda').click()
  await expectAccessible(page, 'the question before two-step verification is turned off')
  await people.answer('Turn off').click()
  await expect(people.person('wanda')).toContainText('Two-step verification off')

  await people.button('Disable wanda').click()
  await people.answer('Disable').click()
  await expect(people.person('wanda')).toContainText('Disabled')
  await menu.click()
  await writer.getByRole('link', { name: 'Recording' }).click()
  await expect(writer).toHaveURL('/admin/login')
  await page.getByRole('button', { name: /^System/ }).click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText(
    'accepted the invitation to wanda@example.org',
  )
})

test(
  'an owner confirms an address, chooses a new password by email, and requires two-step verification',
  { tag: '@deep' },
  async ({ page, shop, newVisitor, browserErrors }) => {
    browserErrors.allow(/40[0134] /)
    const login = new LoginScreen(page)
    const account = new AccountScreen(page)
    await login.logInByApi()
    await account.open()
    await account.button('Add an address').click()
    await page.getByLabel('New email address').fill('owner@example.org')
    await page
      .getByRole('region', { name: 'Email address' })
      .getByLabel('Your password')
      .fill(administrator.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Waiting for confirmation')).toBeVisible()
    await expect(page.getByText('owner@example.org is not confirmed.')).toBeVisible()
    await expectAccessible(page, 'an address that is not confirmed')
    const other = await newVisitor()
    await other.goto(await linkFor(shop, 'owner@example.org', '/admin/confirm-email'))
    await other.getByRole('button', { name: 'Confirm this address' }).click()
    await expect(other.getByText('owner@example.org is confirmed.')).toBeVisible()

    await other.goto('/admin/login')
    await other.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(other.getByLabel('Email')).toBeFocused()
    await other.getByLabel('Email').fill('owner@example.org')
    await other.keyboard.press('Enter')
    await expect(other.getByText('If owner@example.org belongs to an account')).toBeVisible()
    await expectAccessible(other, 'a link for a new password was requested')
    const link = await linkFor(shop, 'owner@example.org', '/admin/new-password')
    await other.goto(link)
    await other.getByLabel('New password', { exact: true }).fill(newPassword)
    await other.keyboard.press('Enter')
    await expect(other).toHaveURL('/admin/login')
    await new LoginScreen(other).submitWith(administrator.username, newPassword)
    await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.reload()
    await expect(page).toHaveURL('/admin/login')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await expectAccessible(page, 'a used link')

    const people = new PeopleScreen(other)
    await people.open()
    await expect(people.require).toBeDisabled()
    const owner = new AccountScreen(other)
    await owner.open()
    await owner.turnOn(newPassword)
    await people.open()
    await people.require.click()
    await people.answer('Require it').click()
    await expect(other.getByText('Required for everyone')).toBeVisible()

    await people.invite.click()
    await people.email.fill('second@example.org')
    await people.sendInvitation.click()
    await page.goto(await linkFor(shop, 'second@example.org', '/admin/invitation'))
    await page.getByLabel('Username').fill('second')
    await page.getByLabel('Password', { exact: true }).fill(newPassword)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link')).toHaveCount(0)
    await expectAccessible(page, 'two-step verification before anything else')
    await account.turnOn(newPassword)
    await expect(page.getByRole('heading', { level: 1, name: 'Blog Posts' })).toBeVisible()
  },
)
