// Runs sandboxed in every page of the app. Exposes one function per call; ipcRenderer itself is never exposed.
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import {
  bridgeName,
  calls,
  type BridgeCalls,
  type BridgeEventName,
  type BridgeEvents,
  type DesktopBridge,
} from '../shared/bridge.ts'

async function invoke(channel: string, ...args: unknown[]) {
  try {
    return await ipcRenderer.invoke(channel, ...args)
  } catch (error) {
    // Removes the prefix that Electron adds to the message, because the message is shown to users.
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(message.replace(/^Error invoking remote method '[\w.]+': (?:\w*Error: )?/, ''), {
      cause: error,
    })
  }
}

/** Returns the calls of a group. */
function callsOf<Group extends keyof BridgeCalls>(name: Group): BridgeCalls[Group] {
  const callsOfGroup = Object.keys(calls[name]).map((call) => [
    call,
    (...args: unknown[]) => invoke(`${name}.${call}`, ...args),
  ])
  return Object.fromEntries(callsOfGroup)
}

function watch<Name extends BridgeEventName>(
  name: Name,
  listener: (value: BridgeEvents[Name]) => void,
): () => void {
  const onMessage = (_event: IpcRendererEvent, value: BridgeEvents[Name]) => listener(value)
  ipcRenderer.on(name, onMessage)
  return () => void ipcRenderer.removeListener(name, onMessage)
}

/** Passes the current value to the listener, then every change of it. */
function watchFromNow<Name extends BridgeEventName>(
  name: Name,
  read: () => Promise<BridgeEvents[Name]>,
  listener: (value: BridgeEvents[Name]) => void,
): () => void {
  let isStopped = false
  const stop = watch(name, listener)
  void read().then((value) => {
    if (!isStopped) listener(value)
  })
  return () => {
    isStopped = true
    stop()
  }
}

const drafts = callsOf('drafts')
const downloads = callsOf('downloads')
const bridge: DesktopBridge = {
  ...callsOf('app'),
  watchMenu: (listener) => watch('menuCommand', listener),
  watchMatches: (listener) => watch('foundInPage', listener),
  drafts: { ...drafts, watch: (listener) => watchFromNow('draftStatus', drafts.status, listener) },
  downloads: { ...downloads, watch: (listener) => watchFromNow('downloads', downloads.list, listener) },
}

contextBridge.exposeInMainWorld(bridgeName, bridge)
