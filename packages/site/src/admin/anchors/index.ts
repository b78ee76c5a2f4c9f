export { OrderAnchors } from './OrderAnchors.tsx'
