/** What a JSON value breaks of a schema: the few keywords of draft 2020-12 that proof.schema.json uses, and no others. */
export function schemaErrors(root: unknown, value: unknown, schema: unknown = root, at = '#'): string[] {
  if (!isObject(schema)) throw new Error(`There is no schema at ${at}`)
  const errors: string[] = []
  const broken = (keyword: string, isBroken: boolean) => isBroken && errors.push(`${at} ${keyword}`)
  for (const [keyword, rule] of Object.entries(schema)) {
    if (keyword === '$ref') errors.push(...schemaErrors(root, value, definition(root, String(rule)), at))
    else if (keyword === 'const') broken(keyword, value !== rule)
    else if (keyword === 'enum') broken(keyword, !asList(rule).includes(value))
    else if (keyword === 'type') broken(keyword, !hasType(value, String(rule)))
    else if (keyword === 'pattern')
      broken(keyword, typeof value === 'string' && !new RegExp(String(rule), 'u').test(value))
    else if (keyword === 'maxLength')
      broken(keyword, typeof value === 'string' && value.length > Number(rule))
    else if (keyword === 'minimum') broken(keyword, typeof value === 'number' && value < Number(rule))
    else if (keyword === 'maximum') broken(keyword, typeof value === 'number' && value > Number(rule))
    else if (keyword === 'maxItems') broken(keyword, Array.isArray(value) && value.length > Number(rule))
    else if (keyword === 'required')
      broken(keyword, isObject(value) && !asList(rule).every((key) => Object.hasOwn(value, String(key))))
    else if (keyword === 'properties' && isObject(value) && isObject(rule))
      for (const [key, member] of Object.entries(value))
        if (Object.hasOwn(rule, key)) errors.push(...schemaErrors(root, member, rule[key], `${at}/${key}`))
        else broken(`additionalProperties ${key}`, schema['additionalProperties'] === false)
    else if (keyword === 'items' && Array.isArray(value))
      for (const [n, item] of value.entries()) errors.push(...schemaErrors(root, item, rule, `${at}/${n}`))
    else if (keyword === 'oneOf') {
      const fits = asList(rule).filter((option) => schemaErrors(root, value, option, at).length === 0)
      broken(keyword, fits.length !== 1)
    } else if (!silentKeywords.has(keyword)) throw new Error(`The keyword ${keyword} is not known here`)
  }
  return errors
}

/** Keywords that check nothing, and those that another keyword implements. */
const silentKeywords = new Set([
  '$schema',
  '$id',
  '$defs',
  'title',
  'description',
  'contentEncoding',
  'additionalProperties',
  'properties',
  'items',
])

function definition(root: unknown, reference: string): unknown {
  const definitions = isObject(root) ? root['$defs'] : undefined
  const name = reference.replace('#/$defs/', '')
  return isObject(definitions) ? definitions[name] : undefined
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
