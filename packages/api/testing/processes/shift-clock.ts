import process from 'node:process'

// Preloaded into a server's process: its clock, also of its PGlite, is CLOCK_AHEAD_MS ahead.
const aheadMs = Number(process.env['CLOCK_AHEAD_MS'])
const { now } = Date
Date.now = () => now() + aheadMs
globalThis.Date = new Proxy(Date, {
  construct: (date, values, target) =>
    Reflect.construct(date, values.length === 0 ? [Date.now()] : values, target),
})
