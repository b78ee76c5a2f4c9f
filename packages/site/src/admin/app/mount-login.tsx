import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import { createClient } from '@priormark/core/platform/http/client'
import { createRoot } from 'react-dom/client'
import '../../ui/tokens.css'
import { Toaster } from '../../ui/Toaster.tsx'
import './admin.css'
import { LoginForm } from '../staff/login/LoginForm.tsx'
import { forgotPasswordPath, returnPath } from '../platform/session/admin-paths.ts'
import { PlainTitle } from '../platform/ui/PlainTitle.tsx'
import { watchToastPlace } from './toast-place.ts'

/**
 * Renders /admin/login as the first page of a visit, without the code of the rest of the admin.
 * @param onLogin receives the token, and the path of the screen to open
 */
export function mountLogin(element: HTMLElement, onLogin: (token: string, path: string) => void): void {
  const client = createClient({ fetch: (url, init) => fetch(url, init) })
  // React Router stores the state of a navigation here, and a reload keeps it.
  const { usr: state }: { usr?: unknown } = history.state ?? {}
  // The rest of the admin loads while the person types.
  element.addEventListener('input', () => void import('./mount-admin.tsx').catch(() => {}), {
    once: true,
  })
  createRoot(element).render(
    <>
      <LoginForm
        logIn={(body) => client.call(authEndpoints.login, { body })}
        onLogin={(token) => onLogin(token, returnPath(state))}
        Title={PlainTitle}
        forgotLink={<a href={forgotPasswordPath}>Forgot password?</a>}
      />
      <Toaster onShow={watchToastPlace} />
    </>,
  )
}
