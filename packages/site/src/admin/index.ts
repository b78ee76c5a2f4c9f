export { mountAdmin } from './app/mount-admin.tsx'
