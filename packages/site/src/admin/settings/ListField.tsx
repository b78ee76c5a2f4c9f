import { Button } from 'antd'
import { useId, useRef, useState, type ReactNode } from 'react'
import type { TypedText } from '../platform/ui/TextField.tsx'
import styles from './settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'

interface ListFieldProps<Item extends Record<string, string>> {
  /** The name of an item, such as 'Question'. */
  itemName: string
  items: readonly Item[]
  max: number
  onChange: (items: Item[]) => void
  makeItem: () => Item
  /** Returns the title of a closed row. */
  titleOf: (item: Item) => string
  /** The name of the list in the form. A row whose item has an error there is open. */
  path: string
  form: Pick<SettingsForm<object>, 'errorOf' | 'hasErrorIn'>
  /** @param field returns the props of a field of the item */
  renderItem: (field: (name: keyof Item & string) => TypedText & { error: string | undefined }) => ReactNode
}

/**
 * A list whose rows open to edit their items. Items can be added, removed and moved, by buttons or by dragging. The focus
 * follows the item.
 */
export function ListField<Item extends Record<string, string>>(props: ListFieldProps<Item>) {
  const { itemName, items, max, onChange, makeItem, titleOf, path, form, renderItem } = props
  const error = form.errorOf(path)
  const list = useRef<HTMLOListElement>(null)
  const id = useId()
  const [announcement, setAnnouncement] = useState('')
  const [openRow, setOpenRow] = useState<number | null>(null)
  const [draggedRow, setDraggedRow] = useState<number | null>(null)
  const name = itemName.toLowerCase()

  /** Focuses an element once the changed list is rendered. */
  const focus = (selector: string) =>
    void setTimeout(() => list.current?.parentElement?.querySelector<HTMLElement>(selector)?.focus())

  function move(from: number, to: number) {
    if (from === to || to < 0 || to >= items.length) return
    const reorder = <Entry,>(entries: readonly Entry[]) =>
      entries.toSpliced(from, 1).toSpliced(to, 0, ...entries.slice(from, from + 1))
    onChange(reorder(items))
    setOpenRow(openRow === null ? null : reorder(Array.from(items.keys())).indexOf(openRow))
    setAnnouncement(`Moved to place ${to + 1} of ${items.length}`)
  }

  function moveByButton(from: number, by: -1 | 1) {
    const to = from + by
    move(from, to)
    const isAtEnd = to === 0 || to === items.length - 1
    focus(`[data-item="${to}"] [data-move="${isAtEnd ? -by : by}"]`)
  }

  function remove(index: number) {
    onChange(items.toSpliced(index, 1))
    setOpenRow(null)
    setAnnouncement(`${itemName} ${index + 1} removed`)
    focus(
      items.length === 1 ? '[data-add]' : `[data-item="${Math.min(index, items.length - 2)}"] [data-open]`,
    )
  }

  return (
    <div>
      <ol ref={list} className={`admin-list ${styles.items}`}>
        {items.map((item, index) => {
          const isOpen = index === openRow || form.hasErrorIn(`${path}.${index}.`)
          const moveButton = (by: -1 | 1, direction: 'up' | 'down', sign: string) => (
            <Button
              size="small"
              type="text"
              data-move={by}
              disabled={index + by < 0 || index + by >= items.length}
              aria-label={`Move ${name} ${index + 1} ${direction}`}
              onClick={() => moveByButton(index, by)}
            >
              {sign}
            </Button>
          )
          return (
            // Items have no id. The index is enough as a key, because the rows keep no state of their own.
            <li key={index} className={styles.item} data-item={index}>
              <div
                className={styles.row}
                draggable
                onDragStart={() => setDraggedRow(index)}
                onDragEnd={() => setDraggedRow(null)}
                onDragOver={(drag) => draggedRow !== null && drag.preventDefault()}
                onDrop={(drop) => {
                  drop.preventDefault()
                  if (draggedRow !== null) move(draggedRow, index)
                }}
              >
                <span className={styles.handle} aria-hidden>
                  ⠿
                </span>
                <button
                  type="button"
                  className="admin-text-button"
                  data-open
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? `${id}-${index}` : undefined}
                  onClick={() => setOpenRow(isOpen ? null : index)}
                >
                  <span className="admin-hidden">
                    {itemName} {index + 1}:{' '}
                  </span>
                  {titleOf(item) || `New ${name}`}
                </button>
                {moveButton(-1, 'up', '↑')}
                {moveButton(1, 'down', '↓')}
              </div>
              {isOpen && (
                <fieldset id={`${id}-${index}`} className={styles.fields}>
                  <legend className="admin-hidden">
                    {itemName} {index + 1}
                  </legend>
                  {renderItem((field) => ({
                    value: item[field] ?? '',
                    error: form.errorOf(`${path}.${index}.${field}`),
                    onChange: (value) => {
                      // The row stays open when its error disappears.
                      setOpenRow(index)
                      onChange(items.with(index, { ...item, [field]: value }))
                    },
                  }))}
                  <Button
                    size="small"
                    aria-label={`Remove ${name} ${index + 1}`}
                    onClick={() => remove(index)}
                  >
                    Remove
                  </Button>
                </fieldset>
              )}
            </li>
          )
        })}
      </ol>
      {error !== undefined && (
        <p id={`${id}-error`} className="admin-error" role="alert">
          {error}
        </p>
      )}
      <Button
        data-add
        disabled={items.length >= max}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onClick={() => {
          onChange([...items, makeItem()])
          setOpenRow(items.length)
          focus(`[data-item="${items.length}"] :is(input, textarea)`)
        }}
      >
        Add {name}
      </Button>{' '}
      {items.length >= max && <span className="admin-soft">At most {max}</span>}
      <output className="admin-hidden">{announcement}</output>
    </div>
  )
}
