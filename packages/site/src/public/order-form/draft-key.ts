/** Where a tab keeps an order that is being written; the loader asks only whether it is there. */
export const draftKey = 'priormark.draft'
