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
import { useOrderEntries, useShownOrder } from './order-entries.ts'
import {
  matchingEntries,
  nextEntryId,
  paletteGroups,
  type PaletteEntry,
  useFoundEntries,
} from './palette-entries.ts'

interface CommandPaletteProps {
  isOpen: boolean
  typed: string
  onType: (typed: string) => void
  onClose: () => void
  onHelp: () => void
  onLogout: () => void
}

/** Goes to screens, orders and posts, and runs actions, all from the keyboard. */
export function CommandPalette({ isOpen, typed, onType, onClose, onHelp, onLogout }: CommandPaletteProps) {
  const input = useRef<InputRef>(null)
  /** Runs once the dialog has returned the focus, because the entry may move it. */
  const chosen = useRef<(() => void) | null>(null)
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
          chosen.current?.()
          chosen.current = null
        }
      }}
    >
      <Chooser
        inputRef={input}
        typed={typed}
        onType={onType}
        onHelp={onHelp}
        onLogout={onLogout}
        onChoose={({ run }) => {
          chosen.current = run
          onClose()
        }}
      />
    </Dialog>
  )
}

interface ChooserProps extends Pick<CommandPaletteProps, 'typed' | 'onType' | 'onHelp' | 'onLogout'> {
  inputRef: RefObject<InputRef | null>
  onChoose: (entry: PaletteEntry) => void
}

function Chooser({ inputRef, typed, onType, onHelp, onLogout, onChoose }: ChooserProps) {
  const listId = useId()
  const [activeId, setActiveId] = useState<string | null>(null)
  const own = useOwnEntries({ onHelp, onLogout })
  const { entries: results, isSearching, isFailed } = useFoundEntries(typed)
  const matching = matchingEntries(own, typed)
  const entries = paletteGroups.flatMap((name) =>
    [...matching, ...results].filter(({ group }) => group === name),
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
  else if (entries.length === 0) status = `Nothing found for “${typed.trim()}”.`
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
        value={typed}
        onChange={({ target }) => {
          onType(target.value)
          setActiveId(null)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Results" className={styles.list}>
        {paletteGroups.map((name) => {
          const ofGroup = entries.filter(({ group }) => group === name)
          return (
            ofGroup.length > 0 && (
              <div key={name} role="group" aria-labelledby={groupId(name)}>
                <div id={groupId(name)} className={styles.group} role="presentation">
                  {name}
                </div>
                {ofGroup.map((entry) => (
                  <div
                    key={entry.id}
                    id={optionId(entry)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={entry === active}
                    className={styles.option}
                    onMouseDown={(press) => press.preventDefault()}
                    onClick={() => onChoose(entry)}
                    onMouseMove={() => setActiveId(entry.id)}
                  >
                    <span>{entry.label}</span>
                    {entry.detail !== undefined && <span className="admin-soft">{entry.detail}</span>}
                  </div>
                ))}
              </div>
            )
          )
        })}
      </div>
      <output className={styles.status}>{status}</output>
    </>
  )
}

/** The actions of the order on the screen, and the actions and the screens that this machine and the person's role have. */
function useOwnEntries({ onHelp, onLogout }: Pick<CommandPaletteProps, 'onHelp' | 'onLogout'>) {
  const { platform } = useAdmin()
  const role = useRole()
  const may = useMay()
  const navigate = useNavigate()
  const action = (id: string, label: string, keywords: string, run: () => void): PaletteEntry => ({
    id,
    group: 'Actions',
    label,
    keywords,
    run,
  })
  const newPostPath = '/admin/blog/editor'
  const shown = useShownOrder()
  const orderEntries = useOrderEntries()
  return [
    ...(shown === null || !may('orders') ? [] : orderEntries(shown, 'This order')),
    ...(may('blog')
      ? [
          action('new-post', 'New Post', 'write create blog', () => void navigate(newPostPath)),
          action(
            'sync',
            'Sync now',
            'drafts send refresh',
            () => void platform.drafts.sync().catch(recordDraftFailure),
          ),
        ]
      : []),
    action('help', 'Show keyboard shortcuts', 'keys help', onHelp),
    action('logout', 'Log out', 'logout sign out', onLogout),
    ...screens.flatMap((screen): PaletteEntry[] => {
      const { path, shortcut, menu = '', keywords = '' } = screen
      if (shortcut === undefined || path === newPostPath || !isLinked(screen, platform, role)) return []
      return [
        {
          id: `screen-${path.replaceAll('/', '-')}`,
          group: 'Screens',
          label: shortcut.label,
          keywords: `${menu} ${keywords}`,
          run: () => void navigate(path),
        },
      ]
    }),
  ]
}
