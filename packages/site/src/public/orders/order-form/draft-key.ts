/** The key of a tab's unfinished order in session storage. The loader only checks whether it exists. */
export const draftKey = 'priormark.draft'
