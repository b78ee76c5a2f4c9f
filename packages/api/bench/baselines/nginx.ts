import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

const program = process.env['BENCH_NGINX'] ?? '/usr/sbin/nginx'

export interface Nginx {
  pid: number
  url: string
  /** The folder of uploaded bodies. */
  bodies: string
  stop(): Promise<void>
}

/** Starts nginx, which writes each uploaded form to a file. Null if it is not installed. */
export async function startNginx(): Promise<Nginx | null> {
  if (!existsSync(program)) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-nginx-'))
  const bodies = path.join(folder, 'bodies')
  mkdirSync(bodies)
  const port = await freePort()
  const configuration = path.join(folder, 'nginx.conf')
  writeFileSync(configuration, configure(port, folder, bodies))
  const child = spawn(program, ['-e', 'stderr', '-p', folder, '-c', configuration], { stdio: 'inherit' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await wait(500)
  if (child.pid === undefined || child.exitCode !== null) throw new Error('nginx did not start')
  return {
    pid: child.pid,
    url: `http://127.0.0.1:${port}/`,
    bodies,
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * nginx writes a body only for a proxied server, so it proxies to its own second server, which responds immediately.
 */
function configure(port: number, folder: string, bodies: string): string {
  const socket = path.join(folder, 'behind.sock')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${kind === 'client_body' ? bodies : path.join(folder, kind)};`)
    .join('\n  ')
  return `daemon off; worker_processes 1; user root; pid ${folder}/pid; error_log stderr error;
events {}
http {
  access_log off;
  ${temporary}
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 100m;
    location / {
      client_body_in_file_only on;
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_pass http://unix:${socket};
    }
  }
  server { listen unix:${socket}; location / { return 200 "{}"; } }
}
`
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
