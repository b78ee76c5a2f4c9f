import { Link, useLocation, useNavigate } from 'react-router-dom'
import { dismissToast, useToastStore } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { forgotPasswordPath, returnPath } from '../../platform/session/admin-paths.ts'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { LoginForm } from './LoginForm.tsx'

/** /admin/login within the admin, such as after a logout: logs an administrator in and returns to the requested screen. */
export function LoginScreen() {
  const { api, session } = useAdmin()
  const navigate = useNavigate()
  const location = useLocation()

  function completeLogin(token: string) {
    session.login(token)
    // The toast that explained why the person must log in is outdated.
    const { current } = useToastStore.getState()
    if (current !== null) dismissToast(current.id)
    return navigate(returnPath(location.state), { replace: true })
  }

  return (
    <LoginForm
      logIn={(body) => api.auth.login({ body })}
      onLogin={completeLogin}
      Title={ScreenTitle}
      forgotLink={<Link to={forgotPasswordPath}>Forgot password?</Link>}
    />
  )
}
