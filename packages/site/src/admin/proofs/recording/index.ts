export { OrderAnchors } from './OrderAnchors.tsx'
export { kindName } from './anchor-labels.ts'
export { useRecordCode } from './anchor-queries.ts'
export { RecordCode } from './OrderAnchors.tsx'
