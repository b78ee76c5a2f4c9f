import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from './fixtures.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { sizedWork, textWork } from './work-files.ts'

test.use({ shopOptions: { env: { UPLOADS_AT_ONCE: '1' } } })

/** Starts an upload that never ends. */
async function startUpload(shopUrl: string): Promise<Socket> {
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

/** Occupies the only upload slot: starts two endless uploads, of which the server rejects one. */
async function occupySlot(shopUrl: string): Promise<Socket> {
  const [first, second] = [await startUpload(shopUrl), await startUpload(shopUrl)]
  const rejected = await Promise.race(
    [first, second].map(async (socket) => {
      const [response] = await once(socket, 'data')
      expect(String(response)).toMatch(/^HTTP\/1\.1 503 /)
      return socket
    }),
  )
  rejected.destroy()
  return rejected === first ? second : first
}

test(
  'says at once that the server is busy, keeps the form input, and uploads once there is room',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }, testInfo) => {
    browserErrors.allow(/503 .*\/api\/upload/)
    const small = await textWork(testInfo, 'draft.txt', 'a first draft')
    const song = await sizedWork(testInfo, 'song.wav', 2_000_000)
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.upload(small.path)
    await landing.firstName.fill('Tomás')
    await landing.projectDescription.fill('A puzzle game about carrying light.')
    await landing.removeFile.click()

    const other = await occupySlot(shop.url)
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await landing.choose(song.path)
    await expect(landing.toast.urgent).toHaveText(
      toastText(
        'Upload failed',
        'Many files are being uploaded at the moment. Please try again in a few seconds.',
      ),
    )
    await expect(landing.invitation).toBeVisible()
    expect(calls.filter((path) => path.endsWith('/parts'))).toHaveLength(1)
    await expect(landing.firstName).toHaveValue('Tomás')
    await expect(landing.projectDescription).toHaveValue('A puzzle game about carrying light.')

    other.destroy()
    await landing.upload(song.path)
    await expect(landing.firstName).toHaveValue('Tomás')
  },
)
