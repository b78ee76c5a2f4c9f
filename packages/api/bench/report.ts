import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

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
  /** What was left out, one sentence each. */
  skipped: string[]
  /** Explanations of the figures, such as the plan of a slow statement. */
  remarks?: string[]
}

/** Prints a section as a table. */
export function printSection({ title, figures, skipped, remarks = [] }: Section): void {
  console.log(`\n${title}`)
  const lines = figures.map((figure) => [
    figure.what,
    `${shorten(figure.value)} ${figure.unit}`,
    rating(figure),
    figure.note ?? '',
  ])
  const widths = [0, 1, 2].map((column) => Math.max(0, ...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) {
    const cells = line.map((cell, column) =>
      column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    )
    console.log(`  ${cells.join('  ').trimEnd()}`)
  }
  for (const reason of skipped) console.log(`  skipped: ${reason}`)
  for (const remark of remarks) console.log(`  ${remark}`)
}

/** Writes all results to bench/results.json, which git ignores. */
export function writeResults(sections: Section[]): void {
  const machine = { cpu: os.cpus()[0]?.model ?? 'unknown', cores: os.cpus().length, node: process.version }
  const results = { at: new Date().toISOString(), machine, sections }
  writeFileSync(path.join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
}

function rating({ value, goal }: Figure): string {
  if (goal === undefined) return ''
  if ('atMost' in goal) return `${value <= goal.atMost ? 'ok  ' : 'MISS'} (at most ${goal.atMost})`
  return `${value >= goal.atLeast ? 'ok  ' : 'MISS'} (at least ${goal.atLeast})`
}

function shorten(value: number): string {
  if (Math.abs(value) >= 100 || Number.isInteger(value)) return String(Math.round(value))
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
