import type { Platform } from '@priormark/core/platform'
import type { DesktopBridge } from '../shared/bridge.ts'

/** The admin's machine on the desktop: calls go to app://admin, where main adds the credential that no page ever holds. */
export function desktopPlatform(bridge: DesktopBridge, serverUrl: string): Platform {
  return {
    baseUrl: '',
    publicUrl: serverUrl,
    // Main takes the credential out of the login's answer, and forgets it at the logout and when the server refuses it.
    credential: { get: () => null, outOfReach: true, set: () => {}, clear: () => {} },
    download: async (path, fileName) => void (await plainly(bridge.download)(path, fileName)),
    openExternal: (url) => void bridge.openExternal(url),
    copyText: (text) => bridge.copyText(text),
    drafts: {
      ...bridge.drafts,
      save: plainly(bridge.drafts.save),
      addImage: plainly(bridge.drafts.addImage),
      takeBack: plainly(bridge.drafts.takeBack),
    },
    downloads: bridge.downloads,
  }
}

/** Electron puts its own words before those of an error; a person reads only ours. */
function plainly<Args extends unknown[], Result>(
  ask: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await ask(...args)
    } catch (error) {
      const whole = error instanceof Error ? error.message : String(error)
      throw new Error(whole.replace(/^Error invoking remote method '\w+': (?:\w*Error: )?/, ''), {
        cause: error,
      })
    }
  }
}
