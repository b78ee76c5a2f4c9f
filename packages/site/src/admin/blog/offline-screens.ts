/** Loads the code of the blog's screens, so that they work offline. */
export function loadOfflineScreens(): Promise<unknown> {
  return Promise.allSettled([
    import('./BlogScreen.tsx'),
    import('./DeletePostDialog.tsx'),
    import('./PostList.tsx'),
    import('./PostViewsScreen.tsx'),
    import('./HistoryScreen.tsx'),
    import('./editor/EditorScreen.tsx'),
    import('./editor/rich/RichEditor.tsx'),
    import('./editor/PublishDialogs.tsx'),
    import('./editor/TextDialogs.tsx'),
    import('./editor/HistoryDialog.tsx'),
    import('./images/LibraryDialogs.tsx'),
    import('../platform/ui/OpenActionMenu.tsx'),
  ])
}
