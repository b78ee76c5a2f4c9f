export { OrderAnchors } from './OrderAnchors.tsx'
export { useRecordCode } from './anchor-queries.ts'
export { RecordCode } from './RecordCode.tsx'
