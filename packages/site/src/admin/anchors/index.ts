export { OrderAnchors } from './OrderAnchors.tsx'
export { RecordCode } from './RecordCode.tsx'
