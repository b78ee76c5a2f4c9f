import { expect } from 'vitest'
import { draftState } from '@priormark/core/drafts/draft-row'
import type { Device, World } from './draft-world.ts'

/** What holds at every moment, whatever network, crashes and authors do (DESIGN.md section 9). */
export function expectInvariants(world: World): void {
  expectEffectsOnce(world)
  for (const device of world.devices) {
    expectNothingLost(world, device)
    expectNothingOverwrittenUnseen(world, device)
    expectNoConflictWithOneself(world, device)
    // Every try is the request that is written down, byte for byte: its key is what makes it apply once.
    expect(device.unwritten).toEqual([])
    expectTrueBases(world, device)
  }
}

/** No operation applies twice, and no version has two successors. */
function expectEffectsOnce({ server }: World): void {
  expect(new Set(server.applied).size).toBe(server.applied.length)
  const places = new Map<string, string>()
  for (const [id, revisions] of server.posts) {
    revisions.forEach(({ baseVersion, text }, index) => {
      expect(baseVersion).toBe(index === 0 ? null : index)
      if (text === null) return
      // One saved text becomes a revision of one post at most.
      expect(places.get(text.mark) ?? id).toBe(id)
      places.set(text.mark, id)
    })
  }
}

/** The last saved text is in a draft, in the bin, or in a revision on the server. */
function expectNothingLost({ server }: World, device: Device): void {
  const onServer = new Set([...server.posts.values()].flat().flatMap(({ text }) => text?.mark ?? []))
  const binned = new Set(device.store.binned)
  for (const [id, mark] of device.saved) {
    const isKept = device.store.rows.get(id)?.draft?.mark === mark || onServer.has(mark) || binned.has(mark)
    expect(isKept, `${device.name}'s ${mark} of ${id} is kept`).toBe(true)
  }
  for (const mark of device.givenUp) {
    expect(binned.has(mark) || onServer.has(mark), `${device.name}'s ${mark} can be taken back`).toBe(true)
  }
}

/** Who wrote over somebody else's version had it before their eyes. */
function expectNothingOverwrittenUnseen({ server }: World, device: Device): void {
  for (const [id, revisions] of server.posts) {
    for (const { by, baseVersion } of revisions) {
      if (by !== device.name || baseVersion === null) continue
      const former = revisions[baseVersion - 1]
      const hasSeen = former?.by === device.name || device.seen.get(id)?.has(baseVersion) === true
      expect(hasSeen, `${device.name} saw version ${baseVersion} of ${id}`).toBe(true)
    }
  }
}

/** Where there is something to compare, somebody else had a part in it. */
function expectNoConflictWithOneself({ server }: World, device: Device): void {
  for (const row of device.store.rows.values()) {
    if (draftState(row) !== 'conflict' || !row.theirs?.version) continue
    const since = server.posts.get(row.id)?.slice(row.baseVersion ?? 0, row.theirs.version) ?? []
    expect(since.map(({ by }) => by).filter((by) => by !== device.name)).not.toEqual([])
  }
}

/** What a draft is based on is what the server really had at that version. */
function expectTrueBases({ server }: World, device: Device): void {
  for (const { id, baseVersion, base } of device.store.rows.values()) {
    // An edit that began with an older version knows its number, and no longer its text.
    if (baseVersion !== null && base !== null)
      expect(base).toEqual(server.posts.get(id)?.[baseVersion - 1]?.text)
  }
}

/** Once nothing fails any more and every conflict is decided, both machines have what the server has. */
export async function expectConvergence(world: World): Promise<void> {
  const isSettled = () =>
    world.devices.every(({ store }) => [...store.rows.values()].every((row) => draftState(row) === 'clean'))
  for (let round = 0; round < 12 && (round < 3 || !isSettled()); round += 1) {
    for (const device of world.devices) {
      await device.run()
      for (const id of device.conflicts) await device.resolve(id, 'copy')
      expectInvariants(world)
    }
  }
  const truth = new Map(
    [...world.server.posts].flatMap(([id, revisions]) => {
      const text = revisions.at(-1)?.text
      return text ? [[id, text] as const] : []
    }),
  )
  for (const { store } of world.devices) {
    expect(isSettled()).toBe(true)
    expect(new Map([...store.rows.values()].map(({ id, base }) => [id, base]))).toEqual(truth)
  }
  for (const { image } of truth.values()) {
    if (image === undefined) continue
    expect(image).toMatch(/^\/media\//)
    expect(world.server.images).toContain(image.slice('/media/'.length))
  }
}
