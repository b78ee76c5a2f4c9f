import * as v from 'valibot'
import { invalidRequest } from './stripe-failure.ts'

/** The fields of a form, nested by their brackets. */
export interface Form {
  [name: string]: string | Form
}

/** Parses application/x-www-form-urlencoded with `a[b][0]=c` nesting, as the SDK and Stripe.js send it. */
export function parseForm(text: string): Form {
  const form = emptyForm()
  for (const [key, value] of new URLSearchParams(text)) {
    const names = key.replaceAll(']', '').split('[')
    const last = names.pop() ?? ''
    let inner = form
    for (const name of names) {
      const existingForm = inner[name]
      const next = typeof existingForm === 'object' ? existingForm : emptyForm()
      inner[name] = next
      inner = next
    }
    inner[last] = value
  }
  return form
}

function emptyForm(): Form {
  const form: Form = Object.create(null)
  return form
}

/** An integer in a form. */
export const FormInteger = v.pipe(v.string(), v.regex(/^-?\d{1,12}$/), v.transform(Number))

/** A list in a form: `name[0]=a&name[1]=b`. */
export const FormList = v.pipe(
  v.record(v.string(), v.string()),
  v.transform((list) => Object.values(list)),
)

/** Validates the parameters of a call as strictly as Stripe does. @throws StripeFailure naming the parameter */
export function readParams<S extends v.GenericSchema>(schema: S, form: Form): v.InferOutput<S> {
  const result = v.safeParse(schema, form)
  if (result.success) return result.output
  const issue = result.issues[0]
  const param = v.getDotPath(issue) ?? ''
  if (issue.expected === 'never') {
    throw invalidRequest(`Received unknown parameter: ${param} (or the stand-in does not know it)`, {
      code: 'parameter_unknown',
      param,
    })
  }
  if (issue.received === 'undefined') {
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  throw invalidRequest(`Invalid value for ${param}: ${issue.received}`, {
    code: 'parameter_invalid_integer',
    param,
  })
}
