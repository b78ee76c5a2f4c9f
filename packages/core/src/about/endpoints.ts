import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'

/** How a server says what it is, so that a program can tell it from any other server before it sends a password there. */
export const About = v.object({
  service: v.literal('priormark'),
  /** The name of the shop. */
  name: v.string(),
  /** The version of the API. */
  version: v.string(),
})
export type About = v.InferOutput<typeof About>

export const aboutEndpoints = {
  read: endpoint({ method: 'GET', path: '/api/about', access: 'public', reply: About }),
}
