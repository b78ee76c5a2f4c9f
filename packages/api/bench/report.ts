import os from 'node:os'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** The goal of a figure. */
export type Goal = { atMost: number } | { atLeast: number }

/** One measured figure. */
export interface Figure {
  what: string
  value: number
  unit: string
  goal?: Goal
  /** Information needed to interpret it. */
  note?: string
}

/** The figures of one part of the bench, or why there are none. */
export interface Section {
  title: string
  figures: Figure[]
  /** What was left out, one message each. */
  skipped: string[]
  /** Explanations of the figures, such as the plan of a slow statement. */
  remarks?: string[]
}

/** Returns the page that a run begins with: how many goals each part meets, and the figures that miss theirs. */
export function summaryOf(sections: readonly Section[]): string {
  const lines = sections.flatMap(({ title, figures, skipped }) => {
    const withGoal = figures.filter(({ goal }) => goal !== undefined)
    const missed = withGoal.filter((figure) => !isMet(figure))
    const count =
      withGoal.length === 0 ? 'no goals' : `${withGoal.length - missed.length} of ${withGoal.length}`
    return [
      `  ${count.padStart(8)}  ${title}${skipped.length === 0 ? '' : ' (parts skipped)'}`,
      ...missed.map(
        (figure) => `            missed: ${figure.what}: ${figureText(figure)}, ${goalText(figure)}`,
      ),
    ]
  })
  const goals = sections.flatMap(({ figures }) => figures).filter(({ goal }) => goal !== undefined)
  return [`${goals.filter(isMet).length} of ${goals.length} goals met`, ...lines].join('\n')
}

/** Returns a section as a table. */
export function sectionText({ title, figures, skipped, remarks = [] }: Section): string {
  const rows = figures.map((figure) => [figure.what, figureText(figure), rating(figure), figure.note ?? ''])
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    )
    return `  ${cells.join('  ').trimEnd()}`
  })
  return [
    '',
    title,
    ...lines,
    ...skipped.map((reason) => `  skipped: ${reason}`),
    ...remarks.map((remark) => `  ${remark}`),
  ].join('\n')
}

/** Returns the figures as Markdown tables, one for each part, and what was not measured. */
export function markdownOf(sections: readonly Section[], machine: string): string {
  const parts = sections.flatMap(({ title, figures, skipped }) => [
    `### ${title}`,
    '',
    ...(figures.length === 0 ? [] : tableOf(figures)),
    ...skipped.flatMap((reason) => [`Not measured: ${reason}.`, '']),
  ])
  return [machine, '', ...parts].join('\n')
}

function tableOf(figures: readonly Figure[]): string[] {
  return [
    '| measured | figure | goal | | note |',
    '| --- | --- | --- | --- | --- |',
    ...figures.map((row) => {
      const [what = '', note = ''] = [row.what, row.note ?? ''].map((text) => text.replaceAll('|', '\\|'))
      return `| ${what} | ${figureText(row)} | ${goalText(row)} | ${resultText(row)} | ${note} |`
    }),
    '',
  ]
}

/** Writes all results to bench/results.json, which git ignores. */
export function writeResults(sections: readonly Section[]): void {
  const machine = { cpu: os.cpus()[0]?.model ?? 'unknown', cores: os.cpus().length, node: process.version }
  const results = { at: new Date().toISOString(), machine, sections }
  writeFileSync(path.join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
}

function isMet({ value, goal }: Figure): boolean {
  if (goal === undefined) return true
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast
}

function resultText(figure: Figure): string {
  if (figure.goal === undefined) return ''
  return isMet(figure) ? 'met' : '**missed**'
}

function rating(figure: Figure): string {
  return figure.goal === undefined ? '' : `${isMet(figure) ? 'ok  ' : 'MISS'} (${goalText(figure)})`
}

function goalText({ goal }: Figure): string {
  if (goal === undefined) return ''
  return 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`
}

function figureText({ value, unit }: Figure): string {
  return `${shorten(value)} ${unit}`.trimEnd()
}

function shorten(value: number): string {
  if (Math.abs(value) >= 100 || Number.isInteger(value) || Math.abs(value) < 0.005)
    return String(Math.round(value))
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
