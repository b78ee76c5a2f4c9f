import { loadImageLibraryDialog } from '../images/index.ts'

/** Fetches the code that posts are written with, because writing goes on without a network. */
export function loadOfflineCode(): Promise<unknown> {
  return Promise.allSettled([
    import('./BlogScreen.tsx'),
    import('./DeletePostDialog.tsx'),
    import('./PostTable.tsx'),
    import('./BinScreen.tsx'),
    import('./editor/EditorScreen.tsx'),
    import('./editor/ImageOptionsDialog.tsx'),
    import('./editor/rich/RichEditor.tsx'),
    loadImageLibraryDialog(),
  ])
}
