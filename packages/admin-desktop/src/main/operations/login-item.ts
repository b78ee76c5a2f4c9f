import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { app, type MenuItemConstructorOptions } from 'electron'
import { writeAtomically } from '../platform/json-file.ts'

/** The argument that the system passes when it starts the app at login. The app then opens only in the tray. */
const hiddenArgument = '--hidden'

/** The file that makes Linux desktops start the app at login (XDG Autostart Specification). */
const autostartFile = () => path.join(app.getPath('appData'), 'autostart', 'priormark-admin.desktop')

/** Starts the app when the person logs in to the system. Off by default. */
export const loginItem = {
  /** The system cannot start an app that runs from its sources. */
  isAvailable: () => app.isPackaged,

  isOn(): boolean {
    if (process.platform === 'linux') return existsSync(autostartFile())
    return app.getLoginItemSettings({ args: [hiddenArgument] }).openAtLogin
  },

  set(isOn: boolean): void {
    if (process.platform !== 'linux') app.setLoginItemSettings({ openAtLogin: isOn, args: [hiddenArgument] })
    else if (isOn)
      writeAtomically(autostartFile(), autostartEntry(process.env['APPIMAGE'] ?? process.execPath))
    else rmSync(autostartFile(), { force: true })
  },

  /** Whether the system has started the app, so that it opens no window. */
  hasStartedApp(): boolean {
    if (process.platform === 'darwin') return app.getLoginItemSettings().wasOpenedAtLogin
    return process.argv.includes(hiddenArgument)
  },

  /** The menu item that turns it on and off. */
  menuItems(): MenuItemConstructorOptions[] {
    if (!loginItem.isAvailable()) return []
    return [
      {
        id: 'start-at-login',
        label: 'Start at login',
        type: 'checkbox',
        checked: loginItem.isOn(),
        click: ({ checked }) => loginItem.set(checked),
      },
    ]
  },
}

/** Returns a desktop entry. `Exec` quotes the program as the Desktop Entry Specification demands. */
function autostartEntry(program: string): string {
  const quoted = program
    .replace(/[\\"`$]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
  return `[Desktop Entry]\nType=Application\nName=Priormark\nExec="${quoted}" ${hiddenArgument}\nTerminal=false\n`
}
