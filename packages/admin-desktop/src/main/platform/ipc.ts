import { ipcMain, type WebContents, type WebFrameMain } from 'electron'
import * as v from 'valibot'
import { calls, appOrigin, type BridgeCalls } from '../../shared/bridge.ts'

/**
 * Registers every call of a group. Rejects callers that are not the top frame of our own origin, and invalid arguments.
 * @param target returns the object that implements the group for a page at the moment of a call; null while logged out
 * @param loggedOut implements those calls that work without a login; the others are rejected
 */
export function serve<Group extends keyof BridgeCalls>(
  group: Group,
  target: (sender: WebContents) => BridgeCalls[Group] | null,
  loggedOut: Partial<BridgeCalls[Group]> = {},
): void {
  const schemas: Record<string, v.GenericSchema<unknown, unknown[]>> = { ...calls[group] }
  for (const [name, schema] of Object.entries(schemas)) {
    const channel = `${group}.${name}`
    ipcMain.handle(channel, (event, ...args: unknown[]) => {
      if (!isAppFrame(event.senderFrame)) throw new Error('Only pages of the app may call this')
      const parsed = v.safeParse(schema, args)
      if (!parsed.success) throw new Error(`Invalid arguments for ${channel}`)
      const implementation: object = target(event.sender) ?? loggedOut
      const call: unknown = Reflect.get(implementation, name)
      if (typeof call !== 'function') throw new Error('Log in first')
      return Reflect.apply(call, implementation, parsed.output)
    })
  }
}

/** Whether a frame is the top frame of one of the app's pages. */
function isAppFrame(frame: Pick<WebFrameMain, 'url' | 'parent'> | null): boolean {
  return frame !== null && frame.parent === null && isAppAddress(frame.url)
}

/** Whether an address is one of the app's own pages, and not a file of the server below the same origin. */
export function isAppAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, pathname } = new URL(address)
  return (
    `${protocol}//${host}` === appOrigin &&
    (pathname === '/connect' || pathname === '/admin' || pathname.startsWith('/admin/'))
  )
}
