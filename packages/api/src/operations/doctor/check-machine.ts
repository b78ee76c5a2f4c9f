import type { CheckResult } from '@priormark/core/platform/check-result'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { counted } from '@priormark/core/platform/counted'
import { isOpenToOthers } from '../../platform/storage/data-folder.ts'
import { places } from '../opening/places.ts'
import { checkTimeoutMs, fine, problem, reasonOf, warning } from '../../platform/check-result.ts'

/**
 * Requests an address, to see whether a service responds: with some status below 500, since it may refuse GET, but no redirect.
 * @returns the date of its response, and why it does not respond
 */
export async function knock(url: string): Promise<{ date: string | null; failure: string | null }> {
  try {
    const signal = AbortSignal.timeout(checkTimeoutMs)
    const { headers, status } = await fetch(url, { redirect: 'manual', signal })
    const isFine = status < 300 || (status >= 400 && status < 500)
    return { date: headers.get('date'), failure: isFine ? null : String(status) }
  } catch (error) {
    return { date: null, failure: reasonOf(error) }
  }
}

/** Node 24 runs TypeScript directly. */
const neededNode = 24

/** Below the first, uploads will soon be rejected; below the second, a warning is due. In bytes. */
const leastFreeBytes = 500 * 1024 * 1024
const goodFreeBytes = 5 * 1024 * 1024 * 1024

const dayMs = 24 * 3_600_000

/** @param version in the format of `process.versions.node` */
export function checkNode(version: string = process.versions.node): CheckResult {
  const major = Number(version.split('.')[0])
  if (major >= neededNode) return fine(`Node ${version} is supported.`)
  return problem(
    `Node ${version} is too old: the server needs Node ${neededNode}.`,
    `Install Node ${neededNode} (nodejs.org), or let npm ci install it and start with npx node.`,
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
  const open = await Promise.all(
    names.map((name) => isOpenToOthers(path.join(folder, name)).catch(() => false)),
  )
  // Nothing in a closed folder can be reached.
  if (!(await isOpenToOthers(folder)) || !open.includes(true))
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
  const free = await freeBytes(folder)
  const megabytes = Math.floor(free / 1024 / 1024)
  if (free < leastFreeBytes) {
    return problem(
      `The disk of ${folder} has ${megabytes} MB left.`,
      'Free some space, or move DATA_DIR to a larger disk: uploads are rejected when it is full.',
    )
  }
  if (free < goodFreeBytes) {
    return warning(
      `The disk of ${folder} has ${megabytes} MB left, about ${Math.floor(megabytes / 50)} uploads of 50 MB.`,
      'Free some space, keep files for fewer days (FILE_RETENTION_DAYS), or keep them in a bucket (S3_*).',
      [places.data],
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

/** Compares this machine's clock with another. @param whose the source of the other time, for the sentence */
export function checkClock(whose: string, otherTime: Date, now: Date = new Date()): CheckResult {
  const seconds = Math.round(Math.abs(now.getTime() - otherTime.getTime()) / 1000)
  if (seconds <= clockToleranceSeconds) return fine(`The clock agrees with ${whose}.`)
  return problem(
    `The clock differs by ${seconds} seconds from ${whose}.`,
    'Turn on time synchronization (timedatectl set-ntp true): signatures, two-step verification and schedules depend on it.',
  )
}

/**
 * Checks the age of the newest backup in a folder.
 * @param folder null if there is none
 * @param maxDays a backup of that age is a problem
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
  const complete = names.filter((name) => /\.tar(\.age)?$/.test(name))
  // The name may be a broken link, or the file may have been deleted meanwhile.
  const files = await Promise.all(complete.map((name) => stat(path.join(folder, name)).catch(() => null)))
  const times = files.flatMap((file) => (file === null ? [] : [file.mtimeMs]))
  if (times.length === 0) return problem(`There is no backup in ${folder}.`, remedy)
  const days = Math.floor((Date.now() - Math.max(...times)) / dayMs)
  if (days >= maxDays) return problem(`The newest backup in ${folder} is ${days} days old.`, remedy)
  return fine(
    `The newest backup in ${folder} is ${days === 0 ? 'less than a day' : counted(days, 'day', 'days')} old.`,
  )
}
