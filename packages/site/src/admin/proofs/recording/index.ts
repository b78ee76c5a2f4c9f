export { OrderAnchors, RecordCode } from './OrderAnchors.tsx'
export { anchorKindLabel } from './anchor-labels.ts'
export { useOrderAnchors, useRecordCode } from './anchor-queries.ts'
