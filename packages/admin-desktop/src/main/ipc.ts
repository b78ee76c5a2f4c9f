import { ipcMain, type WebFrameMain } from 'electron'
import * as v from 'valibot'
import { calls, consoleOrigin, type CallArguments, type CallName } from '../shared/bridge.ts'

const schemas: { [Name in CallName]: v.GenericSchema<unknown, CallArguments<Name>> } = calls

/** The one door for what pages ask: only the top frame of our own origin, and only arguments of the channel's shape. */
export function handle<Name extends CallName>(
  name: Name,
  answer: (...args: CallArguments<Name>) => unknown,
): void {
  ipcMain.handle(name, (event, ...args: unknown[]) => {
    if (!isOurs(event.senderFrame)) throw new Error('Only the console itself may ask this')
    const parsed = v.safeParse(schemas[name], args)
    if (!parsed.success) throw new Error(`These are no arguments of ${name}`)
    return answer(...parsed.output)
  })
}

/** A frame that is gone, or inside another, or of any other origin, is not ours. */
export function isOurs(frame: Pick<WebFrameMain, 'url' | 'parent'> | null): boolean {
  return frame !== null && frame.parent === null && isConsoleAddress(frame.url)
}

/** Whether an address is one of the console's own pages: of its origin, and none of the server's files behind it. */
export function isConsoleAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, pathname } = new URL(address)
  return (
    `${protocol}//${host}` === consoleOrigin &&
    (pathname === '/connect' || pathname === '/admin' || pathname.startsWith('/admin/'))
  )
}
