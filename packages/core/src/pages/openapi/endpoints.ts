import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'

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
  read: endpoint('GET', '/api/about', { access: 'public', reply: About }),
  /** Whether the request had this server's cookie. Sets one if not, so that a second call shows whether the browser keeps it. */
  cookie: endpoint('GET', '/api/cookie', { access: 'public', reply: v.object({ isKept: v.boolean() }) }),
}
