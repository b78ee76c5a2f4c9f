/** The value below the types that it is asserted to have. */
const withoutTypes = (node) =>
  node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
    ? withoutTypes(node.expression)
    : node

const isFunction = (node) => /Function(Expression|Declaration)$/.test(node?.type ?? '')

/** The variable of a name, in its scope or one around it. */
function findVariable(scope, name) {
  for (let current = scope; current !== null; current = current.upper) {
    const variable = current.set.get(name)
    if (variable !== undefined) return variable
  }
  return null
}

/** Whether a value is a function, or a variable of the file that holds one. */
function holdsFunction(node, scope) {
  const value = withoutTypes(node)
  if (value.type === 'CallExpression') return value.callee.property?.name === 'bind'
  if (value.type !== 'Identifier') return isFunction(value)
  const definitions = findVariable(scope, value.name)?.defs ?? []
  return definitions.some(
    ({ type, node: definition }) =>
      (type === 'FunctionName' && isFunction(definition)) ||
      (type === 'Variable' && isFunction(definition.init)),
  )
}

/** Our own objects: `this`, and the state of a request. */
const isOurs = (object) =>
  object.type === 'ThisExpression' || (object.type === 'MemberExpression' && object.property.name === 'state')

/** Whether a value is an object of functions, in braces. */
const holdsFunctions = (node, scope) =>
  node?.type === 'ObjectExpression' &&
  node.properties.some(({ value }) => value !== undefined && holdsFunction(value, scope))

/** `Object.assign(pool, { end() {} })`, `Object.defineProperty(pool, 'end', { value() {} })`, `Reflect.set(pool, 'end', () => {})` */
function setsFunction({ callee, arguments: [target, second, third] }, scope) {
  // What is made in the call itself belongs to the caller.
  if (callee.type !== 'MemberExpression' || !/^(Identifier|MemberExpression)$/.test(target?.type))
    return false
  const name = `${callee.object.name}.${callee.property.name}`
  if (name === 'Object.assign') return holdsFunctions(second, scope)
  if (name === 'Object.defineProperty') return holdsFunctions(third, scope)
  return name === 'Reflect.set' && third !== undefined && holdsFunction(third, scope)
}

/** Methods of connections, streams and emitters. The linter does not see types, so nothing may be assigned to these names. */
const methodNames =
  /^(close|connect|destroy|emit|end|execute|fetch|off|on|once|query|release|request|send|transactional|write)$/

const wrapInstead = 'Wrap the object instead of replacing its method'

const replacedMethods = {
  create: (context) => ({
    CallExpression(node) {
      if (!setsFunction(node, context.sourceCode.getScope(node))) return
      context.report({ node, message: wrapInstead })
    },
    AssignmentExpression(node) {
      const { left, right } = node
      if (left.type !== 'MemberExpression' || isOurs(left.object)) return
      const name = left.property.name ?? left.property.value ?? ''
      // Browsers define these properties for their callers to set.
      if (/^on(?!ce$)[a-z]/.test(name)) return
      if (!methodNames.test(name) && !holdsFunction(right, context.sourceCode.getScope(node))) return
      context.report({ node, message: wrapInstead })
    },
  }),
}

/** `queries(em)`, `em.getKysely()` */
const isBuilder = ({ type, callee }) =>
  type === 'CallExpression' && /^(queries|getKysely)$/.test(callee.name ?? callee.property?.name)

const sqlInStrings = {
  create: (context) => ({
    CallExpression({ callee, arguments: [first] }) {
      if ((callee.property?.name ?? callee.property?.value) !== 'execute' || first === undefined) return
      // Kysely executes its templates by a builder; an entity manager gets the text, from wherever.
      if (isBuilder(first) || callee.object.type === 'TaggedTemplateExpression') return
      context.report({ node: callee, message: 'Read with queries() or readRows(): see docs/CONTRIBUTING.md' })
    },
  }),
}

/** What the linter has no rule for. */
export default {
  meta: { name: 'priormark' },
  rules: { 'replaced-methods': replacedMethods, 'sql-in-strings': sqlInStrings },
}
