import { Component, type ReactNode } from 'react'
import { LoadError } from './lazy-load.ts'
import styles from './LoadBoundary.module.css'

/**
 * Shows a message in place of its children if a part of them could not be loaded. It offers to reload the page, because React
 * remembers a failed load, and Firefox a failed module. Any other error is thrown again.
 */
export class LoadBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!(error instanceof LoadError)) throw error
    return (
      <p role="alert" className={styles.failed}>
        This part could not be loaded. <ReloadHint />
      </p>
    )
  }
}

/** Says what helps after a failed load. */
export function ReloadHint() {
  return (
    <>
      Check your connection, then{' '}
      <button type="button" onClick={() => location.reload()}>
        reload the page
      </button>
      .
    </>
  )
}
