export { mountAdmin } from './app/mount-admin.tsx'
export { mountLogin } from './app/mount-login.tsx'
