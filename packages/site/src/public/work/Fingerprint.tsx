import styles from './work.module.css'

/** A SHA-256 for reading, in four groups of sixteen digits that copy as one. */
export function Fingerprint({ sha256 }: { sha256: string }) {
  const groups = [0, 16, 32, 48].map((start) => sha256.slice(start, start + 16))
  return (
    <code className={styles.fingerprint}>
      {groups.map((group, position) => (
        <span key={position}>{group}</span>
      ))}
    </code>
  )
}
