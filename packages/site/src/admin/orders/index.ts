export { prefetchOrders } from './order-page-query.ts'
export { clearOrdersView } from './orders-view.ts'
export { OrdersPanel } from './OrdersPanel.tsx'
export { orderPath } from './order-rows.ts'
