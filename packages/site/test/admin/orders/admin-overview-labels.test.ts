import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { durationText, shortDollars, shortMonth } from '../../../src/admin/orders/overview/overview-labels.ts'
import { BarChart } from '../../../src/admin/platform/ui/BarChart.tsx'

test.each([
  [null, '–'],
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h'],
  [125, '2 h 5 min'],
  [1_440, '1 d'],
  [4_560, '3 d 4 h'],
])('shows %s minutes as %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text)
})

test('names months in UTC', () => {
  expect(shortMonth('2026-01')).toBe('Jan')
})

test.each([
  [0, 10],
  [10, 10],
  [10.01, 20],
  [44.85, 50],
  [51, 100],
  [8_970, 10_000],
])('a chart of at most %s ends at %s', (highest, top) => {
  const chart = createElement(BarChart, {
    caption: 'Income',
    title: 'Income by month',
    bars: [{ name: 'November', label: 'Nov', value: highest }],
    format: String,
  })
  expect(renderToStaticMarkup(chart)).toContain(`The line at the top is ${top}.`)
})

test.each([
  [8.97, '$9'],
  [17.94, '$18'],
  [1_234, '$1.2K'],
])('an amount of %s over its bar is %s', (dollars, text) => {
  expect(shortDollars(dollars)).toBe(text)
})
