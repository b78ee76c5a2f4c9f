import { Button } from 'antd'
import { useId, useRef, useState, type ReactNode } from 'react'
import styles from './settings.module.css'

interface ListFieldProps<Item> {
  /** What an item is called, such as 'Question'. */
  itemName: string
  items: readonly Item[]
  max: number
  onChange: (items: Item[]) => void
  makeItem: () => Item
  /** The error of the list itself. */
  error: string | undefined
  renderItem: (item: Item, index: number, change: (part: Partial<Item>) => void) => ReactNode
}

/** A list whose items can be added, removed and moved, all with buttons. The focus follows the item. */
export function ListField<Item>(props: ListFieldProps<Item>) {
  const { itemName, items, max, onChange, makeItem, error, renderItem } = props
  const list = useRef<HTMLOListElement>(null)
  const errorId = useId()
  const [announced, setAnnounced] = useState('')
  const name = itemName.toLowerCase()

  /** After the list is shown again. */
  const focus = (selector: string) =>
    void setTimeout(() => list.current?.parentElement?.querySelector<HTMLElement>(selector)?.focus())

  function move(from: number, by: -1 | 1) {
    const to = from + by
    const item = items[from]
    const other = items[to]
    if (item === undefined || other === undefined) return
    onChange(items.map((one, index) => (index === from ? other : index === to ? item : one)))
    setAnnounced(`Moved to place ${to + 1} of ${items.length}`)
    const isAtEnd = to === 0 || to === items.length - 1
    focus(`[data-item="${to}"] [data-move="${isAtEnd ? -by : by}"]`)
  }

  function remove(index: number) {
    onChange(items.filter((_one, other) => other !== index))
    setAnnounced(`${itemName} ${index + 1} removed`)
    focus(
      items.length === 1 ? '[data-add]' : `[data-item="${Math.min(index, items.length - 2)}"] [data-remove]`,
    )
  }

  return (
    <div>
      <ol ref={list} className={styles.items}>
        {items.map((item, index) => (
          // The items have no other identity; what is typed is in them, not in the elements.
          <li key={index} data-item={index}>
            <fieldset className={styles.item}>
              <legend>
                {itemName} {index + 1}
              </legend>
              {renderItem(item, index, (part) =>
                onChange(items.map((one, other) => (other === index ? { ...one, ...part } : one))),
              )}
              <div className="admin-line">
                <Button
                  size="small"
                  data-move={-1}
                  disabled={index === 0}
                  aria-label={`Move ${name} ${index + 1} up`}
                  onClick={() => move(index, -1)}
                >
                  Up
                </Button>
                <Button
                  size="small"
                  data-move={1}
                  disabled={index === items.length - 1}
                  aria-label={`Move ${name} ${index + 1} down`}
                  onClick={() => move(index, 1)}
                >
                  Down
                </Button>
                <Button
                  size="small"
                  danger
                  data-remove
                  aria-label={`Remove ${name} ${index + 1}`}
                  onClick={() => remove(index)}
                >
                  Remove
                </Button>
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      {error !== undefined && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Button
        data-add
        disabled={items.length >= max}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        onClick={() => {
          onChange([...items, makeItem()])
          focus(`[data-item="${items.length}"] :is(input, textarea)`)
        }}
      >
        Add {name}
      </Button>{' '}
      {items.length >= max && <span className="admin-soft">At most {max}</span>}
      <output className="admin-hidden">{announced}</output>
    </div>
  )
}
