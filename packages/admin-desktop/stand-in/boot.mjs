import { existsSync, readFileSync, statSync } from 'node:fs'
import inspector from 'node:inspector'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import './electron.mjs'
import { start } from './start.mjs'

/** Runs an application like `electron [switches] path [arguments]`. */
const commandLine = process.argv.slice(2)
const at = commandLine.findIndex((word) => !word.startsWith('-'))
if (at < 0) throw new Error('stand-in: no application path given')

const named = path.resolve(commandLine[at])
let folder = statSync(named).isDirectory() ? named : path.dirname(named)
while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
const entry = statSync(named).isDirectory() ? path.join(named, manifest.main ?? 'index.js') : named

// Not with Node's own switch: Playwright loads `electron` as soon as it attaches, which must be after the hooks.
if (commandLine.some((word) => word.startsWith('--inspect='))) inspector.open(0, '127.0.0.1')

process.argv = [process.argv[0], commandLine[at], ...commandLine.slice(at + 1)]
const becomeReady = await start({
  manifest,
  folder,
  switches: commandLine.filter((word) => word.startsWith('--')),
  // Playwright holds the application until it has attached, and releases it with __playwright_run().
  isHeld: commandLine.includes('--remote-debugging-port=0'),
})
await import(pathToFileURL(entry).href)
// As in Electron, 'ready' is emitted after the main module has run.
await becomeReady()
