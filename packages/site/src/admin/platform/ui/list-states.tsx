import { Alert, Button, Empty, Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import { useIsServerLost } from './lost-server.tsx'
import { RegistrationMark } from '../../../ui/RegistrationMark.tsx'

/** Placeholder while a list or a screen loads. @param rows the expected number of lines, so that the layout does not shift */
export function Loading({ label, rows = 10 }: { label: string; rows?: number }) {
  return (
    <output aria-label={label}>
      <Skeleton title={false} paragraph={{ rows }} />
    </output>
  )
}

interface LoadFailedProps {
  /** Adds a heading. */
  title?: string
  children: string
  retryLabel?: string
  /** Loads again. The button is busy until it ends, because a read is repeated for a while if the server is busy. */
  onRetry: () => Promise<unknown>
}

/** Shown in place of a list or a screen that could not be loaded. */
export function LoadFailed({ title, children, retryLabel = 'Retry', onRetry }: LoadFailedProps) {
  const [isRetrying, setRetrying] = useState(false)
  const retry = () => {
    setRetrying(true)
    void onRetry().finally(() => setRetrying(false))
  }
  const messages = [
    ...(title === undefined ? [] : [children]),
    ...(useIsServerLost() ? ['It loads automatically once the server can be reached.'] : []),
  ]
  return (
    <Alert
      type="error"
      showIcon
      title={title === undefined ? children : <h2>{title}</h2>}
      description={messages.length === 0 ? undefined : messages.join(' ')}
      action={
        <Button loading={isRetrying} onClick={retry}>
          {retryLabel}
        </Button>
      }
    />
  )
}

/** Shown in place of an empty list. @param children actions, such as a button that clears the search */
export function EmptyList({ label, children }: { label: ReactNode; children?: ReactNode }) {
  return (
    <Empty image={<RegistrationMark size={40} filledQuarters={0} />} description={<output>{label}</output>}>
      {children}
    </Empty>
  )
}
