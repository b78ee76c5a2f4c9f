import type { CheckResult } from '@priormark/core/platform/check-result'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { counted } from '@priormark/core/platform/counted'
import { isOpenToOthers } from '../../platform/storage/data-folder.ts'
import { pageLinks } from '../opening/page-links.ts'
import { checkTimeoutMs, fine, problem, reasonOf, warning } from '../../platform/check-result.ts'

interface ServiceResponse {
  url: string
  /** The date of the response. */
  date: string | null
  /** Why the service does not respond. */
  failure: string | null
}

/** Requests an address. A status below 500 counts as a response, since a service may reject GET, but a redirect does not. */
export async function probeService(url: string): Promise<ServiceResponse> {
  try {
    const signal = AbortSignal.timeout(checkTimeoutMs)
    const { headers, status } = await fetch(url, { redirect: 'manual', signal })
    const isFine = status < 300 || (status >= 400 && status < 500)
    return { url, date: headers.get('date'), failure: isFine ? null : String(status) }
  } catch (error) {
    return { url, date: null, failure: reasonOf(error) }
  }
}

/** Compares how many services respond with how many must. @param services such as 'Calendars' */
export function checkResponses(
  services: string,
  responses: readonly ServiceResponse[],
  requiredCount: number,
  remedy: string,
): CheckResult {
  const failures = responses.flatMap(({ url, failure }) => (failure === null ? [] : [`${url} (${failure})`]))
  const count = responses.length - failures.length
  const summary = `${services} that respond: ${count} of ${responses.length}`
  const failureText = `Failed: ${failures.join(', ')}.`
  if (count < requiredCount)
    return problem(`${summary}, and at least ${requiredCount} must. ${failureText}`, remedy)
  return failures.length > 0 ? warning(`${summary}. ${failureText}`, remedy) : fine(`${summary}.`)
}

/** Node 24 runs TypeScript directly. */
const requiredNode = 24

/** Less is a problem, since uploads will soon be rejected. */
const minFreeBytes = 500 * 1024 * 1024
/** Less is a warning. */
const ampleFreeBytes = 5 * 1024 * 1024 * 1024

const dayMs = 24 * 3_600_000

/** @param version in the format of `process.versions.node` */
export function checkNode(version: string = process.versions.node): CheckResult {
  const major = Number(version.split('.')[0])
  if (major >= requiredNode) return fine(`Node ${version} is supported.`)
  return problem(
    `Node ${version} is too old: the server needs Node ${requiredNode}.`,
    `Install Node ${requiredNode} (nodejs.org), or let npm ci install it and start with npx node.`,
  )
}

/** Whether the data folder is writable. */
export async function checkDataFolder(folder: string): Promise<CheckResult> {
  const probe = path.join(folder, `doctor-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(probe, 'written by npm run doctor\n', { mode: 0o600 })
    await rm(probe)
  } catch (error) {
    return problem(
      `${folder} is not writable (${reasonOf(error)}).`,
      `Make the user who runs the server its owner (chown), or set DATA_DIR to another folder.`,
    )
  }
  return fine(`${folder} is writable.`)
}

/** Whether other accounts of this machine can read a folder or the files directly in it. */
export async function checkPrivate(folder: string): Promise<CheckResult> {
  const names = await readdir(folder)
  const areReadable = await Promise.all(
    names.map((name) => isOpenToOthers(path.join(folder, name)).catch(() => false)),
  )
  // Nothing in a closed folder can be reached.
  if (!(await isOpenToOthers(folder)) || !areReadable.includes(true))
    return fine(`${folder} is private to its user.`)
  return problem(
    `Other users on this machine can read ${folder}.`,
    `Run chmod -R go= ${folder} as its owner: it contains works, emails and keys.`,
  )
}

/** Checks the free space on the disk of a folder. */
export async function checkFreeSpace(
  folder: string,
  freeBytes: (folder: string) => Promise<number> = readFreeBytes,
): Promise<CheckResult> {
  const bytes = await freeBytes(folder)
  const megabytes = Math.floor(bytes / 1024 / 1024)
  if (bytes < minFreeBytes) {
    return problem(
      `The disk of ${folder} has ${megabytes} MB left.`,
      'Free up space, or move DATA_DIR to a larger disk: uploads are rejected when it is full.',
    )
  }
  if (bytes < ampleFreeBytes) {
    return warning(
      `The disk of ${folder} has ${megabytes} MB left, about ${Math.floor(megabytes / 50)} uploads of 50 MB.`,
      'Free up space, keep files for fewer days (FILE_RETENTION_DAYS), or keep them in a bucket (S3_*).',
      [pageLinks.data],
    )
  }
  return fine(`The disk of ${folder} has ${megabytes} MB left.`)
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The accepted deviation, in seconds. Stripe's webhook signatures expire within minutes. */
const clockToleranceSeconds = 60

/** Compares this machine's clock with another. @param otherClock its name in the message */
export function checkClock(otherClock: string, otherTime: Date, now: Date = new Date()): CheckResult {
  const seconds = Math.round(Math.abs(now.getTime() - otherTime.getTime()) / 1000)
  if (seconds <= clockToleranceSeconds) return fine(`The clock agrees with ${otherClock}.`)
  return problem(
    `The clock differs by ${seconds} seconds from ${otherClock}.`,
    'Turn on time synchronization (timedatectl set-ntp true): signatures, two-step verification and schedules depend on it.',
  )
}

/**
 * Checks the age of the newest backup in a folder.
 * @param folder null if there is none
 * @param maxDays from this age, the newest backup is a problem
 */
export async function checkBackups(folder: string | null, maxDays = 2): Promise<CheckResult> {
  const remedy =
    'Choose a schedule in the admin under Health, Backups, or run npm run backup -- --to FOLDER every night (docs/backup.md).'
  if (folder === null) {
    return warning(
      'The server has made no backup.',
      `${remedy} Then run: npm run doctor -- --backups FOLDER.`,
    )
  }
  const names = await readdir(folder).catch(() => null)
  if (names === null) return problem(`The backup folder ${folder} does not exist.`, remedy)
  const backupNames = names.filter((name) => /\.tar(\.age)?$/.test(name))
  // The name may be a broken link, or the file may have been deleted in the meantime.
  const files = await Promise.all(backupNames.map((name) => stat(path.join(folder, name)).catch(() => null)))
  const times = files.flatMap((file) => (file === null ? [] : [file.mtimeMs]))
  if (times.length === 0) return problem(`There is no backup in ${folder}.`, remedy)
  const days = Math.floor((Date.now() - Math.max(...times)) / dayMs)
  if (days >= maxDays) return problem(`The newest backup in ${folder} is ${days} days old.`, remedy)
  return fine(
    `The newest backup in ${folder} is ${days === 0 ? 'less than a day' : counted(days, 'day', 'days')} old.`,
  )
}
