export { OrderAnchors, RecordCode } from './OrderAnchors.tsx'
export { anchorKindLabel } from './anchor-labels.ts'
export { useOrderAnchors, useRecordCode, useRefreshOrders } from './anchor-queries.ts'
