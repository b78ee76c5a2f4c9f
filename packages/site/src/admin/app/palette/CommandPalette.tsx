// A combobox with a list that is searched on the server has no HTML element of its own. Its field handles every key.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */
import { Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { recordDraftFailure } from '../../blog/draft-queries.ts'
import { Dialog } from '../../platform/ui/dialogs.tsx'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { useMay, useRole } from '../../platform/ui/use-role.ts'
import { isLinked, screens } from '../screens.ts'
import styles from './CommandPalette.module.css'
import {
  createEntry,
  matchingEntries,
  nextEntryId,
  paletteGroups,
  type PaletteEntry,
  useCurrentOrder,
  useOrderEntries,
  useSearchEntries,
} from './palette-entries.ts'

interface CommandPaletteProps {
  isOpen: boolean
  typedText: string
  onType: (text: string) => void
  onClose: () => void
  onHelp: () => void
  onLogout: () => void
}

/** Goes to screens, orders and posts, and runs actions, all from the keyboard. */
export function CommandPalette({ isOpen, onClose, ...content }: CommandPaletteProps) {
  const input = useRef<InputRef>(null)
  /** The action of the chosen entry. Runs once the dialog has returned the focus, because it may move the focus. */
  const chosenAction = useRef<(() => void) | null>(null)
  return (
    <Dialog
      title={<span className="admin-hidden">Command palette</span>}
      isOpen={isOpen}
      onClose={onClose}
      footer={null}
      closable={false}
      width={560}
      className={styles.palette ?? ''}
      afterOpenChange={(isShown) => {
        if (isShown) input.current?.focus()
        else {
          chosenAction.current?.()
          chosenAction.current = null
        }
      }}
    >
      <PaletteContent
        {...content}
        inputRef={input}
        onChoose={({ run }) => {
          chosenAction.current = run
          onClose()
        }}
      />
    </Dialog>
  )
}

interface PaletteContentProps extends Omit<CommandPaletteProps, 'isOpen' | 'onClose'> {
  inputRef: RefObject<InputRef | null>
  onChoose: (entry: PaletteEntry) => void
}

function PaletteContent(props: PaletteContentProps) {
  const { inputRef, typedText, onType, onHelp, onLogout, onChoose } = props
  const listId = useId()
  const [activeId, setActiveId] = useState<string | null>(null)
  const localEntries = matchingEntries(useLocalEntries({ onHelp, onLogout }), typedText)
  const { entries: searchEntries, isSearching, isFailed } = useSearchEntries(typedText)
  const entries = [...localEntries, ...searchEntries].toSorted(
    (a, b) => paletteGroups.indexOf(a.group) - paletteGroups.indexOf(b.group),
  )
  const active = entries.find(({ id }) => id === activeId) ?? entries[0] ?? null
  const optionId = (entry: PaletteEntry) => `${listId}-${entry.id}`
  const groupId = (name: string) => `${listId}-${name.replaceAll(' ', '-')}`

  useEffect(() => {
    if (active !== null) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  })

  function onKeyDown(press: KeyboardEvent) {
    if (press.nativeEvent.isComposing) return
    if (press.key === 'ArrowDown' || press.key === 'ArrowUp') {
      press.preventDefault()
      const ids = entries.map(({ id }) => id)
      setActiveId(nextEntryId(ids, active?.id ?? null, press.key))
    }
    if (press.key === 'Enter' && active !== null) {
      press.preventDefault()
      onChoose(active)
    }
  }

  let status = ''
  if (isSearching) status = 'Searching…'
  else if (isFailed) status = 'Orders and posts can’t be searched without a connection.'
  else if (entries.length === 0) status = `Nothing found for “${typedText.trim()}”.`
  return (
    <>
      <Input
        ref={inputRef}
        role="combobox"
        aria-label="Go to a screen, order or post, or run an action"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active === null ? undefined : optionId(active)}
        autoComplete="off"
        spellCheck={false}
        placeholder="Screen, action, order or post"
        value={typedText}
        onChange={({ target }) => {
          onType(target.value)
          setActiveId(null)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Results" className={styles.list}>
        {[...Map.groupBy(entries, ({ group }) => group)].map(([name, groupEntries]) => (
          <div key={name} role="group" aria-labelledby={groupId(name)}>
            <div id={groupId(name)} className={styles.group} role="presentation">
              {name}
            </div>
            {groupEntries.map((entry) => (
              <div
                key={entry.id}
                id={optionId(entry)}
                role="option"
                tabIndex={-1}
                aria-selected={entry === active}
                className={`admin-line ${styles.option}`}
                onMouseDown={(press) => press.preventDefault()}
                onClick={() => onChoose(entry)}
                onMouseMove={() => setActiveId(entry.id)}
              >
                <span>{entry.label}</span>
                {entry.detail !== undefined && <span className="admin-soft">{entry.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <output className={styles.status}>{status}</output>
    </>
  )
}

/** The actions of the order on the screen, the general actions, and the screens that the platform and the person's role have. */
function useLocalEntries({ onHelp, onLogout }: Pick<CommandPaletteProps, 'onHelp' | 'onLogout'>) {
  const { platform } = useAdmin()
  const role = useRole()
  const may = useMay()
  const navigate = useNavigate()
  const newPostPath = '/admin/blog/editor'
  const order = useCurrentOrder()
  const orderEntries = useOrderEntries()
  return [
    ...(order === null || !may('orders') ? [] : orderEntries(order, 'This order')),
    may('blog') && createEntry('Actions', 'New Post', 'write create blog', () => void navigate(newPostPath)),
    may('blog') &&
      createEntry(
        'Actions',
        'Sync now',
        'drafts send refresh',
        () => void platform.drafts.sync().catch(recordDraftFailure),
      ),
    createEntry('Actions', 'Show keyboard shortcuts', 'keys help', onHelp),
    createEntry('Actions', 'Log out', 'logout sign out', onLogout),
    ...screens.map((screen) => {
      const { path, shortcut, menu = '', keywords = '' } = screen
      if (shortcut === undefined || path === newPostPath || !isLinked(screen, platform, role)) return false
      return createEntry('Screens', shortcut.label, `${menu} ${keywords}`, () => void navigate(path))
    }),
  ].filter((entry) => entry !== false)
}
