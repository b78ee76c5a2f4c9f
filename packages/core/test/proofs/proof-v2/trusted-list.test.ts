import { hash } from 'node:crypto'
import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { expect, test } from 'vitest'
import { readTrustedList } from '../../../proof-vectors/read-trusted-list.ts'
import { oldRootCertificate, rootCertificate } from '../../../proof-vectors/v2/authority.ts'

const types = 'http://uri.etsi.org/TrstSvc/Svctype'
const statuses = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus'

interface Service {
  type?: string
  status?: string
  since?: string
  certificate?: Uint8Array
  history?: readonly { status: string; since: string; type?: string }[]
}

/** A trusted list as ETSI TS 119 612 has it, with one provider. */
function listOf(services: readonly Service[], prefix = ''): string {
  const element = (name: string, content: string, attributes = '') =>
    `<${prefix}${name}${attributes}>${content}</${prefix}${name}>`
  const statusOf = (type: string, status: string, since: string) =>
    element('ServiceTypeIdentifier', `${types}/${type}`) +
    element(
      'ServiceName',
      element('Name', 'Zeit', ' xml:lang="de"') + element('Name', 'Time &amp; Stamp', ' xml:lang="en"'),
    ) +
    element('ServiceStatus', `${statuses}/${status}`) +
    element('StatusStartingTime', since)
  const all = services.map(
    ({
      type = 'TSA/QTST',
      status = 'granted',
      since = '2016-07-01T00:00:00Z',
      certificate = rootCertificate,
      history = [],
    }) =>
      element(
        'TSPService',
        element(
          'ServiceInformation',
          statusOf(type, status, since) +
            element(
              'ServiceDigitalIdentity',
              element(
                'DigitalId',
                element('X509Certificate', `\n${toBase64(certificate).replaceAll(/.{64}/g, '$&\n')}\n`),
              ) + element('DigitalId', element('X509SubjectName', 'CN=Root')),
            ),
        ) +
          element(
            'ServiceHistory',
            history
              .map((one) =>
                element('ServiceHistoryInstance', statusOf(one.type ?? type, one.status, one.since)),
              )
              .join(''),
          ),
      ),
  )
  const name = element(
    'TSPName',
    element('Name', 'Beispiel', ' xml:lang="de"') + element('Name', 'Example', ' xml:lang="en"'),
  )
  return `<?xml version="1.0" encoding="UTF-8"?><${prefix}TrustServiceStatusList ${prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`}="http://uri.etsi.org/02231/v2#">${
    element(
      'SchemeInformation',
      element('SchemeTerritory', 'DE') + element('ListIssueDateTime', '2026-11-20T10:00:00Z'),
    ) +
    element(
      'TrustServiceProviderList',
      element('TrustServiceProvider', element('TSPInformation', name) + element('TSPServices', all.join(''))),
    )
  }</${prefix}TrustServiceStatusList>`
}

const seconds = (time: string) => Date.parse(time) / 1_000

test.each(['', 'tsl:'])(
  'reads the certificate, name, span and status of a qualified service, with the prefix "%s"',
  (prefix) => {
    expect(readTrustedList(listOf([{}], prefix))).toEqual([
      {
        name: 'Example',
        country: 'DE',
        anchorSha256: hash('sha256', rootCertificate),
        qualified: true,
        from: seconds('2016-07-01T00:00:00Z'),
        until: null,
        note: 'Time & Stamp: granted in the trusted list of 2026-11-20',
      },
    ])
  },
)

test('leaves out services of other types, and those that were never granted', () => {
  const others = [
    { type: 'CA/QC' },
    { type: 'TSA' },
    { status: 'withdrawn' },
    { status: 'recognisedatnationallevel' },
  ]
  expect(readTrustedList(listOf(others))).toEqual([])
})

test('ends the span of a service that was withdrawn, and begins another one when it was granted again', () => {
  const rows = readTrustedList(
    listOf([
      {
        since: '2025-01-01T00:00:00Z',
        history: [
          { status: 'withdrawn', since: '2023-05-01T12:00:00Z' },
          { status: 'granted', since: '2020-01-01T00:00:00Z' },
          { status: 'granted', since: '2016-07-01T00:00:00Z' },
          { status: 'undersupervision', since: '2012-01-01T00:00:00Z' },
        ],
      },
      {
        status: 'withdrawn',
        since: '2026-01-01T00:00:00Z',
        certificate: oldRootCertificate,
        history: [{ status: 'granted', since: '2024-01-01T00:00:00Z' }],
      },
    ]),
  )
  expect(rows.map(({ from, until }) => [from, until])).toEqual([
    [seconds('2016-07-01T00:00:00Z'), seconds('2023-05-01T12:00:00Z')],
    [seconds('2025-01-01T00:00:00Z'), null],
    [seconds('2024-01-01T00:00:00Z'), seconds('2026-01-01T00:00:00Z')],
  ])
})

test('does not take a service that was qualified for something else before', () => {
  const rows = readTrustedList(
    listOf([
      {
        since: '2022-01-01T00:00:00Z',
        history: [{ type: 'TSA', status: 'granted', since: '2018-01-01T00:00:00Z' }],
      },
    ]),
  )
  expect(rows).toMatchObject([{ from: seconds('2022-01-01T00:00:00Z'), until: null }])
})

test('refuses what is no trusted list, and a certificate or a time that cannot be read', () => {
  expect(() => readTrustedList('<html></html>')).toThrow('not a trusted list')
  expect(() => readTrustedList(listOf([{ certificate: Uint8Array.of(1, 2) }]))).toThrow()
  expect(() => readTrustedList(listOf([{ since: 'yesterday' }]))).toThrow('not a time')
})
