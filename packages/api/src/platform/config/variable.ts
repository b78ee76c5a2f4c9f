import * as v from 'valibot'

const VariableDocs = v.object({
  /** Markdown: a sentence or two. */
  description: v.string(),
  /** Markdown, for a default that is not a fixed text. */
  default: v.optional(v.string()),
  /** The unit of a number, such as 'seconds'. */
  unit: v.optional(v.string()),
  isRequiredInProduction: v.optional(v.boolean()),
})

/** What docs/configuration.md says about an environment variable. */
export type VariableDocs = v.InferInput<typeof VariableDocs>

export function withDocs<const S extends v.GenericSchema<string | undefined, unknown>>(
  schema: S,
  docs: VariableDocs,
) {
  return v.pipe(schema, v.metadata({ ...docs }))
}

/** A variable that may be absent. Spaces around its value are ignored. */
export function variable<const S extends v.GenericSchema<string, unknown>>(schema: S, docs: VariableDocs) {
  return withDocs(v.optional(v.pipe(v.string(), v.trim(), schema)), docs)
}

/** A variable whose default is parsed like a given value. */
export function variableWithDefault<const S extends v.GenericSchema<string, unknown>>(
  schema: S,
  fallback: string,
  docs: Omit<VariableDocs, 'default'>,
) {
  return withDocs(v.optional(v.pipe(v.string(), v.trim(), schema), fallback), {
    ...docs,
    default: `\`${fallback}\``,
  })
}

/** @throws ValiError for a schema that was not made by a function above */
export function docsOf(schema: v.GenericSchema<string | undefined, unknown>): VariableDocs {
  return v.parse(VariableDocs, v.getMetadata(schema))
}
