import type { ReactNode } from 'react'
import { RegistrationMark } from '../../../ui/RegistrationMark.tsx'
import styles from './login.module.css'

/** The frame of the screens before the login: the brand above a card. */
export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <main className={styles.screen}>
      <div className={`admin-brand ${styles.brand}`}>
        <RegistrationMark size={36} />
        <span>Priormark</span>
      </div>
      {children}
    </main>
  )
}
