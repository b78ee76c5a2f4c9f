import { appendFileSync } from 'node:fs'
import process from 'node:process'
import { rowChecks } from '../src/platform/database/rows.ts'

const reported = new Set<string>()

// The cost of a request is measured in files that do not load this one.
rowChecks.onStatement = () => {
  const place = placeOf(new Error('for its stack').stack ?? '')
  return (rowCount) => {
    if (rowCount === 0 || reported.has(place)) return
    reported.add(place)
    appendFileSync(process.env['STATEMENT_PLACES'] ?? '/dev/null', `${place}\n`)
  }
}

/** 'src/orders/order-list.ts:157', the first place that is not in rows.ts */
function placeOf(stack: string): string {
  const places = stack.matchAll(/packages\/api\/((?:src|test)\/[\w/.-]+\.ts:\d+):/g)
  return Array.from(places, ([, place = '']) => place).find((place) => !place.includes('/rows.ts')) ?? ''
}
