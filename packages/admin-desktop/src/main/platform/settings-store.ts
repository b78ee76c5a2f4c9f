import path from 'node:path'
import * as v from 'valibot'
import { readJson, writeAtomically } from './json-file.ts'

/** A window's last position, in device-independent pixels. */
const Position = v.object({
  x: v.number(),
  y: v.number(),
  width: v.pipe(v.number(), v.minValue(400)),
  height: v.pipe(v.number(), v.minValue(300)),
  isMaximized: v.boolean(),
})
export type Position = v.InferOutput<typeof Position>

const Settings = v.object({
  servers: v.optional(
    v.array(v.object({ url: v.string(), name: v.string(), username: v.nullable(v.string()) })),
    [],
  ),
  /** The first window, whose slot is 0, and the others that were open when the app last ran. */
  windows: v.optional(
    v.array(
      v.object({
        /** Tells the windows apart. Each slot has its own browser session. */
        slot: v.pipe(v.number(), v.integer(), v.minValue(0)),
        shop: v.nullable(v.string()),
        position: v.nullable(Position),
      }),
    ),
    [],
  ),
  zoomLevel: v.optional(v.pipe(v.number(), v.minValue(-5), v.maxValue(5)), 0),
  /** Whether the notice that the app keeps running in the tray was shown. */
  hasSeenTrayNotice: v.optional(v.boolean(), false),
})
type Settings = v.InferOutput<typeof Settings>

export type SettingsStore = ReturnType<typeof openSettings>

/** Opens the settings. An unreadable file is replaced by defaults. */
export function openSettings(folder: string) {
  const file = path.join(folder, 'settings.json')
  const parsed = v.safeParse(Settings, readJson(file))
  let settings = parsed.success ? parsed.output : v.parse(Settings, {})
  return {
    get: () => settings,
    change(change: Partial<Settings>) {
      settings = { ...settings, ...change }
      writeAtomically(file, `${JSON.stringify(settings, null, 2)}\n`)
    },
  }
}
