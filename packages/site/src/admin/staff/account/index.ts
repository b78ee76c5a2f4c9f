export { AccountForm, newPassword, type AccountField } from './AccountForm.tsx'
