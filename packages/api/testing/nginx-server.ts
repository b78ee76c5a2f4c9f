import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((file) =>
  existsSync(file),
)

/** Why tests with nginx are skipped, for their titles; null if they run. */
export const nginxMissing =
  program === undefined ? 'nginx is not installed (Debian: apt-get install nginx)' : null

export interface Nginx {
  /** Its URL with TLS. */
  url: string
  /** Its URL without TLS, which redirects. */
  plainUrl: string
  /** Its certificate, which only the test trusts. */
  certificate: string
  stop(): Promise<void>
}

const example = path.resolve(import.meta.dirname, '../../../deploy/nginx.conf')

/** Runs the example of the deployment with ports, certificate and processes of a test. */
export async function startNginx(processes: string[], ports: { tls: number; plain: number }): Promise<Nginx> {
  if (program === undefined) throw new Error(nginxMissing ?? '')
  const folder = await mkdtemp(path.join(tmpdir(), 'priormark-nginx-'))
  const certificateFile = path.join(folder, 'certificate.pem')
  const keyFile = path.join(folder, 'key.pem')
  const asked =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
  const named = '-addext subjectAltName=DNS:localhost -addext basicConstraints=CA:TRUE'
  const files = ['-keyout', keyFile, '-out', certificateFile]
  execFileSync('openssl', [...`${asked} ${named}`.split(' '), ...files], { stdio: 'ignore' })
  const hosts = processes.map((url) => new URL(url).host)
  const site = replaceEach(await readFile(example, 'utf8'), [
    ['listen 80;', `listen 127.0.0.1:${ports.plain};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${ports.tls} ssl http2;`],
    ['server_name shop.example.org;', 'server_name localhost;'],
    ['127.0.0.1:3000', hosts[0] ?? ''],
    ['127.0.0.1:3001', hosts[1] ?? ''],
    ['/etc/letsencrypt/live/shop.example.org/fullchain.pem', certificateFile],
    ['/etc/letsencrypt/live/shop.example.org/privkey.pem', keyFile],
    ['error_log /var/log/nginx/error.log emerg;', 'error_log stderr;'],
  ])
  await writeFile(path.join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await mkdir(path.join(folder, 'temporary'))
  const isRoot = process.getuid?.() === 0
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `${isRoot ? `user ${userInfo().username};` : ''}
worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr;
events { worker_connections 512; }
http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/temporary/${name};`).join(' ')}
include ${folder}/site.conf; }`,
  )
  const args = ['-p', folder, '-e', 'stderr', '-c', path.join(folder, 'nginx.conf')]
  execFileSync(program, ['-t', ...args], { stdio: 'pipe' })
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const plainUrl = `http://localhost:${ports.plain}`
  const isListening = () =>
    fetch(plainUrl, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
  for (let tries = 0; !(await isListening()); tries += 1) {
    if (tries === 1_200) child.kill('SIGKILL')
    if (child.exitCode !== null || child.signalCode !== null) {
      await ended
      throw new Error(`nginx did not start: ${said}`)
    }
    await wait(100)
  }
  return {
    url: `https://localhost:${ports.tls}`,
    plainUrl,
    certificate: await readFile(certificateFile, 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function replaceEach(text: string, changes: [from: string, to: string][]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the example no longer contains '${from}'`)
    return changed.replaceAll(from, to)
  }, text)
}
