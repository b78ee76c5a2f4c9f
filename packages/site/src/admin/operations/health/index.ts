export { HealthBadge } from './HealthBadge.tsx'
