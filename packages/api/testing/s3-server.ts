import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { BucketConfig } from '../src/platform/storage/storage-config.ts'
import { stablePort } from './stable-port.ts'

// OpenStack Swift with its S3 interface, as packaged by Debian: a real cloud object store, here on one machine with one
// copy.

const programs = ['proxy', 'account', 'container', 'object'] as const

const isInstalled = programs.every((name) => existsSync(`/usr/bin/swift-${name}-server`))

/** Why tests with the store are skipped, for their titles; null if they run. */
export const s3Missing = isInstalled
  ? null
  : 'Swift is not installed (Debian: apt-get install swift-proxy swift-account swift-container swift-object)'

export interface S3Server {
  url: string
  stop(): Promise<void>
}

const keys = { region: 'us-east-1', accessKeyId: 'test:tester', secretAccessKey: 'testing' }
const client = new AwsClient({ ...keys, service: 's3', retries: 0 })

/** The timeout of one start in milliseconds, and the number of attempts. */
const startLimitMs = 250_000
const starts = 3

/**
 * Starts the store in its own folder. Another program may take one of its four ports before it listens; then it starts
 * again.
 */
export async function startS3Server(): Promise<S3Server> {
  for (let start = 1; ; start += 1) {
    try {
      return await startStore()
    } catch (error) {
      if (start === starts) throw error
    }
  }
}

async function startStore(): Promise<S3Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'priormark-s3-'))
  await mkdir(path.join(folder, 'node/d1'), { recursive: true })
  const ports = {
    proxy: await stablePort(),
    account: await stablePort(),
    container: await stablePort(),
    object: await stablePort(),
  }
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text)
  const common = (name: keyof typeof ports) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${ports[name]}\nworkers = 0\nuser = ${userInfo().username}\nswift_dir = ${folder}\n` +
    `log_address = /dev/null\ndevices = ${folder}/node\nmount_check = false\ndisable_fallocate = true\nrecon_cache_path = ${folder}\n`
  await write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n')
  await write('proxy-server.conf', common('proxy') + proxyPipeline)
  for (const name of ['account', 'container', 'object'] as const) {
    await write(
      `${name}-server.conf`,
      `${common(name)}[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\nconn_timeout = 60\nnode_timeout = 120\ncontainer_update_timeout = 60\n`,
    )
  }
  const rings = (['account', 'container', 'object'] as const).map((name) => [name, ports[name]])
  execFileSync('/usr/bin/python3', ['-c', ringProgram, folder, JSON.stringify(rings)], { stdio: 'ignore' })
  const children = programs.map((name) =>
    spawn(`swift-${name}-server`, [path.join(folder, `${name}-server.conf`)], { stdio: 'ignore' }),
  )
  // Tests may be stopped at any time; the store does not outlive them.
  const kill = () => children.forEach((child) => child.kill('SIGKILL'))
  process.once('exit', kill)
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  // Uses all four servers, so it succeeds only once they are ready.
  const put = async (name: string) => {
    const signal = AbortSignal.timeout(10_000)
    return (await client.fetch(`${endpoint}/${name}`, { method: 'PUT', signal })).ok
  }
  async function stop() {
    await Promise.all(children.map(end))
    process.off('exit', kill)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await until(async () => (await put('ready')) && (await put('ready/file')), children)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: endpoint, stop }
}

/** Creates an empty bucket in the store at `endpoint`. */
export async function createBucket(endpoint: string, prefix: string): Promise<BucketConfig> {
  const bucket = `bucket-${randomUUID()}`
  const response = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' })
  if (!response.ok) throw new Error(`no bucket: ${response.status} ${await response.text()}`)
  return { kind: 's3', endpoint, bucket, prefix, ...keys }
}

// One process for the three rings: `swift-ring-builder` would need nine, each of which loads all of Swift.
const ringProgram = `
import json, sys
from swift.common.ring import RingBuilder
folder, rings = sys.argv[1], json.loads(sys.argv[2])
for name, port in rings:
    builder = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
    address = dict(ip='127.0.0.1', port=port, replication_ip='127.0.0.1', replication_port=port)
    builder.add_dev(dict(id=0, region=1, zone=1, weight=1.0, device='d1', meta='', **address))
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (folder, name))
`

// By default a server that is slow for half a second counts as dead, and a listing that is not updated within a second
// omits a new file for a while. On a busy machine both happen.
const proxyPipeline = `[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
conn_timeout = 60
node_timeout = 120
error_suppression_limit = 1000000
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
max_multipart_listing = 3
max_bucket_listing = 4
[filter:slo]
use = egg:swift#slo
`

async function until(isReady: () => Promise<boolean>, children: ChildProcess[]): Promise<void> {
  for (const endsAt = Date.now() + startLimitMs; Date.now() < endsAt;) {
    if (children.some(({ exitCode }) => exitCode !== null)) throw new Error('a part of Swift ended')
    if (await isReady().catch(() => false)) return
    await wait(200)
  }
  throw new Error('Swift did not start')
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
