import * as v from 'valibot'

/** Calls a node. @throws if it does not respond, or responds with an error or anything that does not match `schema` */
export type ChainRpc = <S extends v.GenericSchema>(
  schema: S,
  method: string,
  ...params: unknown[]
) => Promise<v.InferOutput<S>>

const RpcResponse = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ message: v.string() })),
})

/** Uses JSON-RPC over HTTP. @param url the node's URL */
export function chainRpc(url: string): ChainRpc {
  return async (schema, method, ...params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = v.parse(RpcResponse, await response.json())
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return v.parse(schema, result)
  }
}
