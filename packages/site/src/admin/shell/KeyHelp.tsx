import { Modal } from 'antd'
import { keyBindings } from './key-chords.ts'
import styles from './KeyHelp.module.css'

/** The list of keys behind '?'. */
export function KeyHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
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
        {keyBindings.map(({ keys, command, label }) => (
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
