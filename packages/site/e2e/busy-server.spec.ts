import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from './fixtures.ts'
import { LandingScreen } from './screens/landing.screen.ts'
import { sizedWork, textWork } from './work-files.ts'

test.use({ shopOptions: { env: { UPLOADS_AT_ONCE: '1' } } })

/** Begins an upload by hand that does not end by itself. */
async function beginUpload(shopUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(shopUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(
    'POST /api/upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 40000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n',
  )
  // An upload that sends too slowly loses its slot.
  const trickle = setInterval(() => socket.write(Buffer.alloc(32 * 1024)), 1_000)
  socket.once('close', () => clearInterval(trickle))
  return socket
}

/** Takes the one place: of two uploads that do not end, one is refused, and then the other has it. */
async function takePlace(shopUrl: string): Promise<Socket> {
  const [first, second] = [await beginUpload(shopUrl), await beginUpload(shopUrl)]
  const refused = await Promise.race(
    [first, second].map(async (socket) => {
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toMatch(/^HTTP\/1\.1 503 /)
      return socket
    }),
  )
  refused.destroy()
  return refused === first ? second : first
}

test('An upload that meets a busy server waits, and goes on once there is room', async ({
  page,
  shop,
  complaints,
}, testInfo) => {
  complaints.expect(/503 .*\/api\/upload/)
  const small = await textWork(testInfo, 'draft.txt', 'a first draft')
  const song = await sizedWork(testInfo, 'song.wav', 2_000_000)
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.upload(small.path)
  await landing.firstName.fill('Tomás')
  await landing.projectDescription.fill('A puzzle game about carrying light.')
  await landing.removeFile.click()

  const other = await takePlace(shop.url)
  await landing.choose(song.path)
  await expect(landing.section.getByText(/^Our server is busy at 0\.0 of 1\.9 MB/).first()).toBeVisible()
  await expect(landing.firstName).toHaveValue('Tomás')
  await expect(landing.projectDescription).toHaveValue('A puzzle game about carrying light.')

  other.destroy()
  await landing.seal.waitFor()
  await expect(landing.firstName).toHaveValue('Tomás')
})
