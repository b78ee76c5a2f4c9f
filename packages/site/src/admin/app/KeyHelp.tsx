import { Modal } from 'antd'
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
    <Modal
      title="Keyboard shortcuts"
      open={isOpen}
      onCancel={onClose}
      footer={null}
      width={400}
      destroyOnHidden
    >
      <dl className={styles.keys}>
        {bindings.map(({ keys, command, label }) => (
          <div key={command}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
