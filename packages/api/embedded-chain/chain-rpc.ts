import * as v from 'valibot'

/** Asks a node. @throws where it does not answer, answers an error, or something else than `schema` */
export type ChainRpc = <S extends v.GenericSchema>(
  schema: S,
  method: string,
  ...params: unknown[]
) => Promise<v.InferOutput<S>>

const Answer = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ message: v.string() })),
})

/** JSON-RPC over http. @param url of the node */
export function chainRpc(url: string): ChainRpc {
  return async (schema, method, ...params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = v.parse(Answer, await response.json())
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return v.parse(schema, result)
  }
}
