export { mountAdmin } from './shell/mount-admin.tsx'
