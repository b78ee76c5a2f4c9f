/** The key of the visitor's choice about analytics in local storage. The loader checks whether it is 'accepted'. */
export const visitsKey = 'priormark.visits'
