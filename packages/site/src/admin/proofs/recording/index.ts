export { OrderAnchors } from './OrderAnchors.tsx'
export { kindName } from './anchor-labels.ts'
export { useOrderAnchors, useRecordCode } from './anchor-queries.ts'
export { RecordCode } from './OrderAnchors.tsx'
