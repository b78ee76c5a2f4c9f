import type * as v from 'valibot'
import type { StaffAccess } from '../roles.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anyone, or an administrator of a certain role, with a bearer token or a session cookie. */
export type Access = 'public' | StaffAccess

type Schema = v.GenericSchema<unknown, unknown>

/** 'multipart' takes a form with a file; null takes nothing. */
type BodySpec = Schema | 'multipart' | null

/** 'file' is an attachment; null is 204. */
export type ReplySpec = Schema | 'file' | null

export interface EndpointSpec {
  readonly method: Method
  readonly path: string
  /** Required, so that no route is open by accident, to visitors or to other roles. */
  readonly access: Access
  /** The schema of the path's parameters; a mismatch is 404. */
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: BodySpec
  /** The largest JSON body in bytes, if it differs from the default. */
  readonly maxBodyBytes?: number
  readonly reply: ReplySpec
  /** False for a read that the client sends only once, even if the server asks to repeat it. */
  readonly isRepeated?: false
}

/** Defines a call once for both ends: route() on the server, createClient() elsewhere. @param path with `:name` for parameters */
export function endpoint<const E extends Omit<EndpointSpec, 'method' | 'path'>>(
  method: Method,
  path: string,
  spec: E,
): E & Pick<EndpointSpec, 'method' | 'path'> {
  return { ...spec, method, path }
}

type InputOf<S, Key extends string> = S extends v.GenericSchema
  ? {} extends v.InferInput<S>
    ? { [K in Key]?: v.InferInput<S> }
    : { [K in Key]: v.InferInput<S> }
  : {}

type BodyInput<E extends EndpointSpec> = E['body'] extends 'multipart'
  ? { form: object }
  : InputOf<E['body'], 'body'>

/** What a caller passes to an endpoint. */
export type CallInput<E extends EndpointSpec> = InputOf<E['params'], 'params'> &
  InputOf<E['query'], 'query'> &
  BodyInput<E>

/** What a caller gets from an endpoint. */
export type CallReply<E extends EndpointSpec> = E['reply'] extends v.GenericSchema
  ? v.InferOutput<E['reply']>
  : undefined

/** Fills in the parameters and query of an endpoint's path. */
export function endpointPath<E extends EndpointSpec>(
  spec: E,
  input: { params?: Record<string, string>; query?: object } = {},
): string {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  )
  const query = Object.entries(input.query ?? {})
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}
