import type { CallOptions, Client } from './client.ts'
import type { CallInput, CallReply, EndpointSpec } from './endpoint.ts'

/** A group of endpoints as functions. The input is optional if nothing in it is required. */
type Callers<Group extends Record<string, EndpointSpec>> = {
  [Name in keyof Group]: (
    ...args: {} extends CallInput<Group[Name]>
      ? [input?: CallInput<Group[Name]>, options?: CallOptions]
      : [input: CallInput<Group[Name]>, options?: CallOptions]
  ) => Promise<CallReply<Group[Name]>>
}

/** Binds a group of endpoints to a client. */
export function callers<Group extends Record<string, EndpointSpec>>(
  client: Client,
  group: Group,
): Callers<Group> {
  const bound = Object.entries(group).map(([name, spec]) => [
    name,
    (input: object = {}, options?: CallOptions) =>
      client.call(spec, input as CallInput<EndpointSpec>, options),
  ])
  return Object.fromEntries(bound) as Callers<Group>
}
