// The keys of the queries about one order. All of them, and the lists, begin with 'orders'.

export const orderKey = (id: string) => ['orders', 'one', id]

export const timelineKey = (id: string) => ['orders', 'timeline', id]

/** What the customer has of an order. */
export const customerViewKey = (id: string) => ['orders', 'customer-view', id]
