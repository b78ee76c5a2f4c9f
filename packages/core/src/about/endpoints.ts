import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'

/** Identifies a server as Priormark, so that a program can check before it sends a password. */
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
