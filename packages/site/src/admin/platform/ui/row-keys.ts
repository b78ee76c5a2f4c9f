import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCommand } from './commands.tsx'

/** The current row of a list. The cursor is the focus, so Enter opens the row that is highlighted. */
export interface RowCursor {
  /** Returns the DOM id of a row's link, which j and k move between. */
  linkId(rowId: string): string
  move(rowId: string): void
  focus(rowId: string): void
  /** Focuses the current row after a dialog, or the row that replaced it. */
  refocus(): void
  /** Sets the row that replaced the current one. */
  replaceBy(rowId: string): void
  current(): string | null
}

/** @param kind prefix of the DOM ids, such as 'order' */
export function createRowCursor(kind: string): RowCursor {
  let rowId: string | null = null
  let nextId: string | null = null
  const linkId = (id: string) => `${kind}-${id}`
  const focus = (id: string) => document.getElementById(linkId(id))?.focus()
  return {
    linkId,
    focus,
    move: (id) => {
      rowId = id
      nextId = null
    },
    refocus: () => {
      rowId = nextId ?? rowId
      if (rowId !== null) focus(rowId)
    },
    replaceBy: (id) => {
      nextId = id
    },
    current: () => rowId,
  }
}

/** Handles j, k and Enter on a list. */
export function useRowKeys(
  rows: readonly { id: string }[],
  { cursor, pathOf }: { cursor: RowCursor; pathOf: (id: string) => string },
): void {
  const navigate = useNavigate()
  const before = useRef(rows)

  useEffect(() => {
    const formerIndex = before.current.findIndex(({ id }) => id === cursor.current())
    before.current = rows
    const isGone = formerIndex !== -1 && rows.every(({ id }) => id !== cursor.current())
    const next = rows[Math.min(formerIndex, rows.length - 1)]
    if (isGone && next !== undefined) cursor.replaceBy(next.id)
  }, [rows, cursor])

  const currentIndex = () => rows.findIndex(({ id }) => id === cursor.current())

  function step(by: 1 | -1) {
    const from = currentIndex()
    const row = rows[from === -1 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1)]
    if (row === undefined) return
    cursor.move(row.id)
    cursor.focus(row.id)
  }

  useCommand('down', () => step(1))
  useCommand('up', () => step(-1))
  useCommand('open', () => {
    const row = rows[currentIndex()]
    if (row !== undefined) void navigate(pathOf(row.id))
  })
}
