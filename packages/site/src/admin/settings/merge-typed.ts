/** Returns the fields in which two states of a group differ. */
export function changedFields<Values extends object>(
  before: Values,
  after: Values,
): (keyof Values & string)[] {
  const fields = Object.keys(after) as (keyof Values & string)[]
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/**
 * Puts what was typed on top of what another administrator saved meanwhile. In a group of texts, each text is merged on
 * its own.
 */
export function mergeTyped<Values extends object>({
  base,
  typed,
  theirs,
}: {
  base: Values
  typed: Values
  theirs: Values
}): Values {
  const mine = changedFields(base, typed).map((field) => {
    const [before, after, other] = [base[field], typed[field], theirs[field]]
    const isGroup = isPlainObject(before) && isPlainObject(after) && isPlainObject(other)
    return [field, isGroup ? mergeTyped({ base: before, typed: after, theirs: other }) : after]
  })
  return { ...theirs, ...Object.fromEntries(mine) }
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
