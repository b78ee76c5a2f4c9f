import { mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  checkBackups,
  checkClock,
  checkDataFolder,
  checkFreeSpace,
  checkNode,
} from '../../../src/operations/doctor/check-machine.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'priormark-doctor-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('reports an old Node, and accepts this one', () => {
  expect(checkNode('20.19.0')).toMatchObject({
    level: 'problem',
    message: expect.stringContaining('20.19.0'),
  })
  expect(checkNode('24.0.0').level).toBe('fine')
})

test('reports why a data folder is not writable', async () => {
  const file = path.join(folder, 'a-file')
  await writeFile(file, '')
  expect(await checkDataFolder(path.join(file, 'data'))).toMatchObject({ level: 'problem' })
  expect((await checkDataFolder(path.join(folder, 'data'))).level).toBe('fine')
})

test.each([
  [100, 'problem'],
  [2_000, 'warning'],
  [50_000, 'fine'],
])('rates %i MB of free space as %s', async (megabytes, level) => {
  expect((await checkFreeSpace(folder, async () => megabytes * 1024 * 1024)).level).toBe(level)
})

test('reads the free space of a real disk', async () => {
  expect((await checkFreeSpace(folder)).message).toMatch(/ has \d+ MB left/)
})

test('reports a clock that is minutes off', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(checkClock('the database', new Date('2026-11-21T11:55:00Z'), now)).toMatchObject({
    level: 'problem',
    message: 'The clock differs by 300 seconds from the database.',
  })
  expect(checkClock('the database', new Date('2026-11-21T12:00:20Z'), now).level).toBe('fine')
})

test('reports old, missing and unconfigured backups', async () => {
  const backups = await mkdtemp(path.join(folder, 'backups-'))
  expect(await checkBackups(null)).toMatchObject({ level: 'warning' })
  expect(await checkBackups(path.join(backups, 'none'))).toMatchObject({ level: 'problem' })
  expect(await checkBackups(backups)).toMatchObject({ level: 'problem' })
  const file = path.join(backups, 'one.tar')
  // Partial files of a killed backup and broken links do not count.
  await writeFile(`${file}.part`, '')
  await symlink(path.join(backups, 'away.tar.age'), path.join(backups, 'link.tar.age'))
  expect(await checkBackups(backups)).toMatchObject({ message: `There is no backup in ${backups}.` })
  await writeFile(file, '')
  expect((await checkBackups(backups)).level).toBe('fine')
  await utimes(file, new Date(), new Date(Date.now() - 5 * 24 * 3_600_000))
  expect(await checkBackups(backups)).toMatchObject({ message: expect.stringContaining('5 days old') })
})
