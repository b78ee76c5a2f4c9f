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

const replacedMethods = {
  create: (context) => ({
    AssignmentExpression(node) {
      const { left, right } = node
      if (left.type !== 'MemberExpression' || isOurs(left.object)) return
      // Browsers define these properties for their callers to set.
      if (/^on[a-z]/.test(left.property.name ?? '')) return
      if (!holdsFunction(right, context.sourceCode.getScope(node))) return
      context.report({ node, message: 'Wrap the object instead of replacing its method' })
    },
  }),
}

const sqlInStrings = {
  create: (context) => ({
    CallExpression(node) {
      const [first] = node.arguments
      if (node.callee.property?.name !== 'execute' || first === undefined) return
      // Kysely executes its templates by a builder; an entity manager gets the text, from wherever.
      if (first.type === 'CallExpression' || node.callee.object.type === 'TaggedTemplateExpression') return
      context.report({ node, message: 'Read with queries() or readRows(): see docs/CONTRIBUTING.md' })
    },
  }),
}

/** What the linter has no rule for. */
export default {
  meta: { name: 'priormark' },
  rules: { 'replaced-methods': replacedMethods, 'sql-in-strings': sqlInStrings },
}
