import { endpoint } from '../../platform/http/endpoint.ts'

export const sampleEndpoints = {
  /** The file of the sample order. */
  work: endpoint('GET', '/api/sample/work', { access: 'public', reply: 'file' }),
  /** A picture of the certificate's first page, as SVG. */
  certificate: endpoint('GET', '/api/sample/certificate.svg', { access: 'public', reply: 'file' }),
}
