import styles from './work.module.css'

/** Shows a SHA-256 in four groups of sixteen digits, which are copied without spaces. */
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
