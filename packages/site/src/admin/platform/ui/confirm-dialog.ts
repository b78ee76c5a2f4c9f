import { lazyDialog } from '../../../ui/lazy-load.ts'

/** The ConfirmDialog of a screen that is shown often: its code, and antd's Modal with it, loads when it is needed. */
export const ConfirmDialog = lazyDialog(async () => (await import('./dialogs.tsx')).ConfirmDialog, 'isOpen')
