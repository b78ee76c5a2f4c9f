import { createContext, useContext, useEffect, useEffectEvent, useState, type PropsWithChildren } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAdmin } from '../session/admin-context.tsx'
import { isDialogOpen } from './open-dialogs.ts'
import { readKey, type KeyBinding, type KeyCommand, type PendingChord } from './key-chords.ts'

type Commands = Partial<Record<KeyCommand, () => void>>

/** The handlers of the mounted components. The component that was mounted last handles a command. */
const CommandContext = createContext<Set<Commands> | null>(null)

/** Runs the commands of key presses and menu items in the screens below. A command that is a path navigates there. */
export function CommandProvider(props: PropsWithChildren<{ bindings: readonly KeyBinding[] }>) {
  const { bindings, children } = props
  const [handlers] = useState(() => new Set<Commands>())
  const navigate = useNavigate()
  const { menu } = useAdmin().platform

  useEffect(() => {
    let pending: PendingChord = null
    function run(command: KeyCommand): boolean {
      const handler = [...handlers].findLast((commands) => commands[command] !== undefined)?.[command]
      if (handler !== undefined) handler()
      else if (command.startsWith('/')) void navigate(command)
      else return false
      return true
    }
    function listen(press: KeyboardEvent) {
      const step = readKey(bindings, pending, {
        key: press.key,
        hasModifier: press.ctrlKey || press.metaKey || press.altKey,
        belongsToControl: press.defaultPrevented || belongsToControl(press),
        atMs: press.timeStamp,
      })
      pending = step.pending
      if (step.command !== null && run(step.command)) press.preventDefault()
    }
    addEventListener('keydown', listen)
    const unwatch = menu?.watch(run)
    return () => {
      removeEventListener('keydown', listen)
      unwatch?.()
    }
  }, [bindings, handlers, navigate, menu])

  return <CommandContext value={handlers}>{children}</CommandContext>
}

/** Handles a command while the component is mounted. */
export function useCommand(command: KeyCommand, handler: () => void): void {
  const handlers = useContext(CommandContext)
  const handle = useEffectEvent(handler)
  useEffect(() => {
    const commands: Commands = { [command]: () => handle() }
    handlers?.add(commands)
    return () => void handlers?.delete(commands)
  }, [handlers, command])
}

const textFields = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'

/** Whether the key belongs to the focused element: a field, an open dialog or menu, or a control that Enter presses. */
function belongsToControl({ target, key }: KeyboardEvent): boolean {
  if (isDialogOpen()) return true
  if (!(target instanceof Element)) return false
  if (target.closest(`${textFields}, [role="menu"]`) !== null) return true
  return key === 'Enter' && target.closest('a, button, [role="tab"], [type="checkbox"]') !== null
}
