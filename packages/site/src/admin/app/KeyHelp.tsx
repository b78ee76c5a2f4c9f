import { Dialog } from '../platform/ui/dialogs.tsx'
import type { KeyBinding } from '../platform/ui/key-chords.ts'
import styles from './KeyHelp.module.css'

interface KeyHelpProps {
  bindings: readonly KeyBinding[]
  isOpen: boolean
  onClose: () => void
}

/** The list of keyboard shortcuts, opened by '?'. */
export function KeyHelp({ bindings, isOpen, onClose }: KeyHelpProps) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose} footer={null} width={400}>
      <dl className={styles.keys}>
        {bindings.map(({ keys, command, label }) => (
          <div key={command} className="admin-line">
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
