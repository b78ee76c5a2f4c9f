import { endpoint } from '../../platform/http/endpoint.ts'

export const sampleEndpoints = {
  /** The file of the sample order. */
  work: endpoint({ method: 'GET', path: '/api/sample/work', access: 'public', reply: 'file' }),
  /** A picture of the certificate's first page, as SVG. */
  certificate: endpoint({
    method: 'GET',
    path: '/api/sample/certificate.svg',
    access: 'public',
    reply: 'file',
  }),
}
