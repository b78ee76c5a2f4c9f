export { AccountForm, type AccountField } from './AccountForm.tsx'
