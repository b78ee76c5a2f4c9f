/** The page with a row for each service; a row opens at its own address below. */
export const servicesPath = '/admin/settings/services'

/** The rows, by the last part of their address. */
export const serviceNames = ['payments', 'emails', 'recording'] as const
export type ServiceName = (typeof serviceNames)[number]
