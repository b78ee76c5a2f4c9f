import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCommand } from './commands.tsx'

/** The current row of a list. Its link has the focus, so Enter opens the row that is highlighted. */
export type RowCursor = ReturnType<typeof createRowCursor>

/** @param kind prefix of the DOM ids, such as 'order' */
export function createRowCursor(kind: string) {
  let currentId: string | null = null
  let successorId: string | null = null
  /** Returns the DOM id of a row's link, which j and k move between. */
  const linkId = (id: string) => `${kind}-${id}`
  const focus = (id: string) => document.getElementById(linkId(id))?.focus()
  return {
    linkId,
    focus,
    moveTo: (id: string) => {
      currentId = id
      successorId = null
    },
    /** Focuses the current row after a dialog, or the row that took its place. */
    refocus: () => {
      currentId = successorId ?? currentId
      if (currentId !== null) focus(currentId)
    },
    /** Sets the row that takes the place of the current one, which left the list. */
    setSuccessor: (id: string) => {
      successorId = id
    },
    currentId: () => currentId,
  }
}

/** Handles j, k and Enter on a list. */
export function useRowKeys<Row extends { id: string }>(
  rows: readonly Row[],
  { cursor, pathOf }: { cursor: RowCursor; pathOf: (row: Row) => string },
): void {
  const navigate = useNavigate()
  const previousRows = useRef(rows)

  useEffect(() => {
    const previousIndex = previousRows.current.findIndex(({ id }) => id === cursor.currentId())
    previousRows.current = rows
    const isGone = previousIndex !== -1 && rows.every(({ id }) => id !== cursor.currentId())
    const successor = rows[Math.min(previousIndex, rows.length - 1)]
    if (isGone && successor !== undefined) cursor.setSuccessor(successor.id)
  }, [rows, cursor])

  const currentIndex = () => rows.findIndex(({ id }) => id === cursor.currentId())

  function step(by: 1 | -1) {
    const index = currentIndex()
    const row = rows[index === -1 ? 0 : Math.min(Math.max(index + by, 0), rows.length - 1)]
    if (row === undefined) return
    cursor.moveTo(row.id)
    cursor.focus(row.id)
  }

  useCommand('down', () => step(1))
  useCommand('up', () => step(-1))
  useCommand('open', () => {
    const row = rows[currentIndex()]
    if (row !== undefined) void navigate(pathOf(row))
  })
}
