import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { CallName, DesktopBridge, TellingName, Tellings } from '../shared/bridge.ts'

/** Runs sandboxed beside every page of the console. One closure a channel: ipcRenderer itself never crosses the bridge. */
const call =
  (name: CallName) =>
  // What a channel answers is fixed by DesktopBridge, on both ends.
  (...args: unknown[]) =>
    ipcRenderer.invoke(name, ...args)

function watch<Name extends TellingName>(name: Name, listener: (told: Tellings[Name]) => void): () => void {
  const onMessage = (_event: IpcRendererEvent, told: Tellings[Name]) => listener(told)
  ipcRenderer.on(name, onMessage)
  return () => void ipcRenderer.removeListener(name, onMessage)
}

/** Tells what is so now, and every change of it. */
function watchFromNow<Name extends TellingName>(
  name: Name,
  now: CallName,
  listener: (told: Tellings[Name]) => void,
): () => void {
  let isOver = false
  const stop = watch(name, listener)
  void ipcRenderer.invoke(now).then((told: Tellings[Name]) => {
    if (!isOver) listener(told)
  })
  return () => {
    isOver = true
    stop()
  }
}

const bridge: DesktopBridge = {
  standing: call('standing'),
  connect: call('connect'),
  forgetServer: call('forgetServer'),
  download: call('download'),
  openExternal: call('openExternal'),
  copyText: call('copyText'),
  watchSeenAt: (listener) => watch('seenAt', listener),
  drafts: {
    list: call('draftList'),
    read: call('draftRead'),
    save: call('draftSave'),
    remove: call('draftRemove'),
    resolve: call('draftResolve'),
    bin: call('draftBin'),
    takeBack: call('draftTakeBack'),
    addImage: call('draftAddImage'),
    sync: call('draftSync'),
    watch: (listener) => watchFromNow('draftStatus', 'draftStatus', listener),
  },
  downloads: {
    list: call('downloadList'),
    pause: call('downloadPause'),
    resume: call('downloadResume'),
    remove: call('downloadRemove'),
    reveal: call('downloadReveal'),
    watch: (listener) => watchFromNow('downloads', 'downloadList', listener),
  },
}

// The name stands in shared/bridge.ts too; a preload imports types alone, so that it stays one small file.
contextBridge.exposeInMainWorld('priormark', bridge)
