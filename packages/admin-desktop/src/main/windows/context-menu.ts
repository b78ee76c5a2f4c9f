import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron'

/** The context menu: spelling corrections and editing commands. */
export function addContextMenu(window: BrowserWindow): void {
  const { webContents } = window
  webContents.on('context-menu', (_event, params) => {
    const { dictionarySuggestions, misspelledWord, isEditable, selectionText } = params
    if (!isEditable && selectionText === '') return
    const corrections: MenuItemConstructorOptions[] = dictionarySuggestions.map((word) => ({
      label: word,
      click: () => webContents.replaceMisspelling(word),
    }))
    const dictionaryItems: MenuItemConstructorOptions[] = [
      {
        label: 'Add to dictionary',
        click: () => webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
      },
      { type: 'separator' },
    ]
    Menu.buildFromTemplate([
      ...corrections,
      ...(misspelledWord === '' ? [] : dictionaryItems),
      ...(isEditable ? [{ role: 'cut' as const }] : []),
      { role: 'copy' },
      ...(isEditable ? [{ role: 'paste' as const }] : []),
      { role: 'selectAll' },
    ]).popup({ window })
  })
}
