import { Component, type ReactNode } from 'react'
import styles from './LoadBoundary.module.css'

/**
 * Shows in place of its children that a part of them could not be loaded. It offers to reload the page, because React remembers a
 * failed load, and Firefox a failed module.
 */
export class LoadBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <p role="alert" className={styles.failed}>
        This part could not be loaded. Check your connection, then{' '}
        <button type="button" onClick={() => location.reload()}>
          reload the page
        </button>
        .
      </p>
    )
  }
}
