import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react'
import { readKey, type KeyCommand, type PendingChord } from './key-chords.ts'

interface CommandRegistry {
  /** Answers a command until the returned function is called; the latest to answer is the one that is asked. */
  answer(command: KeyCommand, handler: () => void): () => void
  run(command: KeyCommand): boolean
}

const CommandContext = createContext<CommandRegistry | null>(null)

/** Listens to the keyboard for the screens below it. */
export function CommandProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(() => createCommandRegistry(), [])

  useEffect(() => {
    let pending: PendingChord = null
    function listen(press: KeyboardEvent) {
      const step = readKey(pending, {
        key: press.key,
        hasModifier: press.ctrlKey || press.metaKey || press.altKey,
        isTaken: press.defaultPrevented || isTaken(press),
        atMs: press.timeStamp,
      })
      pending = step.pending
      if (step.command !== null && registry.run(step.command)) press.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [registry])

  return <CommandContext value={registry}>{children}</CommandContext>
}

/** Lets the screen answer a key's command while it is shown. */
export function useCommand(command: KeyCommand, handler: () => void): void {
  const registry = useContext(CommandContext)
  useEffect(() => registry?.answer(command, handler), [registry, command, handler])
}

function createCommandRegistry(): CommandRegistry {
  const handlers: { command: KeyCommand; handler: () => void }[] = []
  return {
    answer(command, handler) {
      const entry = { command, handler }
      handlers.push(entry)
      return () => handlers.splice(handlers.indexOf(entry), 1)
    },
    run(command) {
      const entry = handlers.findLast((candidate) => candidate.command === command)
      entry?.handler()
      return entry !== undefined
    },
  }
}

const typingPlaces = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'

/** Whether the key belongs to what has the focus: a field, an open dialog or menu, or a control that Enter presses. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true
  if (!(target instanceof Element)) return false
  if (target.closest(`${typingPlaces}, [role="menu"]`) !== null) return true
  return key === 'Enter' && target.closest('a, button, [role="tab"], [type="checkbox"]') !== null
}
