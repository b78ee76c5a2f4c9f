import { expect } from 'vitest'
import { draftState } from '@priormark/core/blog/drafts/draft-row'
import type { Device, World } from './draft-world.ts'

/** Checks what must be true at every moment, regardless of network failures, crashes and edits. */
export function expectInvariants(world: World): void {
  expectEffectsOnce(world)
  for (const device of world.devices) {
    expectNothingLost(world, device)
    expectNothingOverwrittenUnseen(world, device)
    expectNoConflictWithOneself(world, device)
    // Every attempt sends the stored request byte for byte: its key makes it apply only once.
    expect(device.unwritten).toEqual([])
    expectTrueBases(world, device)
  }
}

/** No request is applied twice, and no version has two successors. */
function expectEffectsOnce({ server }: World): void {
  expect(new Set(server.applied).size).toBe(server.applied.length)
  const places = new Map<string, string>()
  for (const [id, revisions] of server.posts) {
    revisions.forEach(({ baseVersion, text }, index) => {
      expect(baseVersion).toBe(index === 0 ? null : index)
      if (text === null) return
      // One saved text becomes a revision of at most one post.
      expect(places.get(text.title) ?? id).toBe(id)
      places.set(text.title, id)
    })
  }
}

/** The last saved text is in a draft, among the discarded drafts, or in a revision on the server. */
function expectNothingLost({ server }: World, device: Device): void {
  const onServer = new Set([...server.posts.values()].flat().flatMap(({ text }) => text?.title ?? []))
  const discarded = new Set(device.store.discarded)
  for (const [id, mark] of device.saved) {
    const isStored =
      device.store.rows.get(id)?.draft?.title === mark || onServer.has(mark) || discarded.has(mark)
    expect(isStored, `${device.name}'s ${mark} of ${id} is kept`).toBe(true)
  }
  for (const mark of device.discarded) {
    expect(discarded.has(mark) || onServer.has(mark), `${device.name}'s ${mark} can be restored`).toBe(true)
  }
}

/** An author who overwrote someone else's version had seen it. */
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

/** A conflict always involves another author. */
function expectNoConflictWithOneself({ server }: World, device: Device): void {
  for (const row of device.store.rows.values()) {
    if (draftState(row) !== 'conflict' || !row.theirs?.version) continue
    const since = server.posts.get(row.id)?.slice(row.baseVersion ?? 0, row.theirs.version) ?? []
    expect(since.map(({ by }) => by).filter((by) => by !== device.name)).not.toEqual([])
  }
}

/** A draft's base is the text that the server had at that version. */
function expectTrueBases({ server }: World, device: Device): void {
  for (const { id, baseVersion, base } of device.store.rows.values()) {
    // An edit of an older version knows its number, but no longer its text.
    if (baseVersion !== null && base !== null)
      expect(base).toEqual(server.posts.get(id)?.[baseVersion - 1]?.text)
  }
}

/** Once nothing fails and every conflict is resolved, both devices have what the server has. */
export async function expectConvergence(world: World): Promise<void> {
  const isSettled = () =>
    world.devices.every(({ store }) => [...store.rows.values()].every((row) => draftState(row) === 'clean'))
  for (let cycle = 0; cycle < 12 && (cycle < 3 || !isSettled()); cycle += 1) {
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
  for (const { featuredImage } of truth.values()) {
    if (featuredImage === '') continue
    expect(featuredImage).toMatch(/^\/media\//)
    expect(world.server.images).toContain(featuredImage.slice('/media/'.length))
  }
}
