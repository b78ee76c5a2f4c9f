import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from './fixtures.ts'
import { LandingScreen } from './screens/landing.screen.ts'
import { words } from './screens/toast.screen.ts'
import { sizedWork, textWork } from './work-files.ts'

test.use({ shopOptions: { env: { UPLOADS_AT_ONCE: '1' } } })

const busy = words(
  'Upload failed',
  'Many files are arriving at this moment. Please try again in a few seconds.',
)

/** Begins an upload by hand that takes the one place and does not end. */
async function takePlace(shopUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(shopUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(
    'POST /api/upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n',
  )
  return socket
}

test('A customer who meets a busy server is asked to try again, keeps what was typed, and succeeds', async ({
  page,
  shop,
  complaints,
}, testInfo) => {
  complaints.expect(/503 .*\/api\/upload/)
  const small = await textWork(testInfo, 'draft.txt', 'a first draft')
  const large = await sizedWork(testInfo, 'song.wav', 20_000_000)
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.upload(small.path)
  await landing.firstName.fill('Tomás')
  await landing.projectDescription.fill('A puzzle game about carrying light.')
  await landing.removeFile.click()

  const other = await takePlace(shop.url)
  // The place may be taken a moment after the socket is.
  await expect(async () => {
    await landing.choose(large.path)
    await expect(landing.toast.urgent).toHaveText(busy, { timeout: 20_000 })
  }).toPass()
  await expect(landing.invitation).toBeVisible()
  await expect(landing.firstName).toHaveValue('Tomás')
  await expect(landing.projectDescription).toHaveValue('A puzzle game about carrying light.')

  other.destroy()
  await expect(async () => {
    await landing.choose(large.path)
    await expect(landing.seal).toBeVisible({ timeout: 20_000 })
  }).toPass()
  await expect(landing.firstName).toHaveValue('Tomás')
})
