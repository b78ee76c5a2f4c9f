/** The element that carries what the server read of an order to the browser. */
export const orderViewId = 'order-view'

/** What the server draws where there is no order to follow; the browser leaves it as it is. */
export const noOrderId = 'no-order'
