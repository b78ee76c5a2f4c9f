import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findLosses } from './soak-loss.ts'
import { SoakMeter } from './soak-meter.ts'
import { plotSoak } from './soak-plot.ts'
import { startSoakEnvironment, type SoakEnvironment } from './soak-environment.ts'
import { administrator, customer, reader, type Traffic } from './soak-traffic.ts'

// `npm run soak [-- --minutes 20 --port 4700 --to soak.svg]`, after `npm run build`. Not in CI. Exits with 1 if
// something was lost, a customer gave up, or a call failed without a fault.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    port: { type: 'string', default: '4700' },
    to: { type: 'string', default: 'soak.svg' },
  },
})
const minutes = Number(values.minutes)
const say = (line: string) => process.stdout.write(`${line}\n`)

const environment = await startSoakEnvironment(Number(values.port))
const meter = new SoakMeter()
let turn = 0
let isOver = false
const traffic: Traffic = {
  nextUrl: () => environment.processes[turn++ % environment.processes.length]?.url ?? '',
  meter,
  stripe: environment.stripe,
  credentials: environment.credentials,
  isOver: () => isOver,
  paid: [],
}
const endSecond = async () => {
  const each = await Promise.all(environment.processes.map((one) => one.memory()))
  meter.endSecond(each.reduce((sum, one) => sum + one, 0))
}
const timer = setInterval(() => void endSecond(), 1_000)
const people = [
  ...Array.from({ length: 4 }, () => customer(traffic)),
  ...Array.from({ length: 6 }, () => reader(traffic)),
  administrator(traffic),
]
// An unexpected rejection ends the soak.
const failed = Promise.all(people)
const injecting = injectFaults(environment, meter, minutes * 60_000)
await Promise.race([injecting, failed])
isOver = true
const gaveUp = (await Promise.allSettled(people)).filter((end) => end.status === 'rejected')
clearInterval(timer)
// Includes the rest of the last second.
await endSecond()

const losses = await findLosses(environment, traffic.paid)
await writeFile(path.resolve(values.to), plotSoak(meter))
const errorsWithoutFault = report(losses)
for (const { reason } of gaveUp) say(`a customer gave up: ${String(reason)}`)
await environment.close()
process.exit(losses.length + gaveUp.length + errorsWithoutFault === 0 ? 0 : 1)

/** Injects one fault after the other, each for a while, with pauses in between. */
async function injectFaults(on: SoakEnvironment, into: SoakMeter, ms: number): Promise<void> {
  const [, second] = on.processes
  const faults: [name: string, share: number, doIt: () => Promise<void>, undo: () => Promise<void>][] = [
    ['process killed', 0.05, async () => second?.kill(), async () => second?.start()],
    ['mail down', 0.1, () => on.stopMail(), () => on.startMail()],
    ['database restarted', 0.02, () => on.restartDatabase(), async () => {}],
    ...(on.fillDisk === null
      ? []
      : [['disk full', 0.05, on.fillDisk, () => on.emptyDisk()] satisfies (typeof faults)[number]]),
  ]
  if (on.fillDisk === null) say('The disk is not filled: this user may not mount a small one.')
  for (const [name, share, doIt, undo] of faults) {
    await wait(ms * 0.15)
    const fault = { name, from: into.elapsedSeconds, to: Infinity }
    into.faults.push(fault)
    say(`${Math.round(fault.from)} s: ${name}`)
    await doIt()
    await wait(ms * share)
    await undo()
    fault.to = into.elapsedSeconds
  }
  await wait(Math.max(0, ms - into.elapsedSeconds * 1_000))
}

/** Prints the results. @returns the number of calls that failed without a fault */
function report(lost: readonly string[]): number {
  const { seconds, errorsByReason } = meter
  const sum = (pick: (second: (typeof seconds)[number]) => number) =>
    seconds.reduce((all, one) => all + pick(one), 0)
  const quiet = seconds.filter((second) => !meter.isFault(second))
  const errorsWithoutFault = quiet.reduce((all, one) => all + one.errors, 0)
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
  const tenth = Math.max(1, Math.floor(seconds.length / 10))
  const memory = (from: number) => median(seconds.slice(from, from + tenth).map((one) => one.memory))
  say(
    `\n${Math.round(meter.elapsedSeconds)} seconds, ${sum((one) => one.calls)} calls, ${traffic.paid.length} works paid`,
  )
  say(`errors: ${sum((one) => one.errors)} in total, ${errorsWithoutFault} without a fault`)
  for (const [reason, count] of errorsByReason) say(`  ${reason}: ${count}`)
  say(
    `latency without faults: p50 ${median(quiet.map((one) => one.p50)).toFixed(0)} ms, p99 ${median(quiet.map((one) => one.p99)).toFixed(0)} ms (medians of seconds)`,
  )
  say(
    `memory of both processes: ${memory(0).toFixed(0)} MB in the first tenth, ${memory(seconds.length - tenth).toFixed(0)} MB in the last`,
  )
  say(lost.length === 0 ? 'nothing lost, nothing duplicated' : `LOST:\n  ${lost.join('\n  ')}`)
  say(`chart: ${path.resolve(values.to)}`)
  return errorsWithoutFault
}
