export { CustomerData } from './CustomerData.tsx'
