import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCommand } from './commands.tsx'

/** Where the person is in a list; the cursor is the focus, so that what is seen is what Enter opens. */
export interface RowCursor {
  /** The id of the element that a row's link is: what j and k move along. */
  linkId(rowId: string): string
  /** Remembers the row the person is on. */
  move(rowId: string): void
  /** Moves the focus to a row. */
  focus(rowId: string): void
  /** Puts the focus back on the row that a dialog was about; where it is gone, on the one that took its place. */
  refocus(): void
  /** Names the row that took the current one's place in the list. */
  replaceBy(rowId: string): void
  current(): string | null
}

/** @param kind what the rows are, 'order': part of the ids in the page */
export function createRowCursor(kind: string): RowCursor {
  let rowId: string | null = null
  let heirId: string | null = null
  const linkId = (id: string) => `${kind}-${id}`
  const focus = (id: string) => document.getElementById(linkId(id))?.focus()
  return {
    linkId,
    focus,
    move: (id) => {
      rowId = id
      heirId = null
    },
    refocus: () => {
      rowId = heirId ?? rowId
      if (rowId !== null) focus(rowId)
    },
    replaceBy: (id) => {
      heirId = id
    },
    current: () => rowId,
  }
}

/** j, k and Enter on a list. `pathOf` is the address that a row opens. */
export function useRowKeys(
  rows: readonly { id: string }[],
  { cursor, pathOf }: { cursor: RowCursor; pathOf: (id: string) => string },
): void {
  const navigate = useNavigate()
  const before = useRef(rows)

  useEffect(() => {
    const stood = before.current.findIndex(({ id }) => id === cursor.current())
    before.current = rows
    const isGone = stood !== -1 && rows.every(({ id }) => id !== cursor.current())
    const heir = rows[Math.min(stood, rows.length - 1)]
    if (isGone && heir !== undefined) cursor.replaceBy(heir.id)
  }, [rows, cursor])

  const step = useCallback(
    (by: 1 | -1) => {
      const from = rows.findIndex(({ id }) => id === cursor.current())
      const row = rows[from === -1 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1)]
      if (row === undefined) return
      cursor.move(row.id)
      cursor.focus(row.id)
    },
    [rows, cursor],
  )
  const open = useCallback(() => {
    const row = rows.find(({ id }) => id === cursor.current())
    if (row !== undefined) void navigate(pathOf(row.id))
  }, [rows, cursor, pathOf, navigate])

  useCommand(
    'down',
    useCallback(() => step(1), [step]),
  )
  useCommand(
    'up',
    useCallback(() => step(-1), [step]),
  )
  useCommand('open', open)
}
