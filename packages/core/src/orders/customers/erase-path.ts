/**
 * Matches the path of the call that erases a customer, after which no program may keep what it has read of them. Not computed
 * from the endpoint, whose schemas the public site would have to load.
 */
export const erasePath = /^\/api\/admin\/orders\/[^/?]+\/customer\/erase$/
