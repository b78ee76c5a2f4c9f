import { hash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import type { Authority } from '@priormark/core/proofs/proof-v2/tsp/authorities'
import { DomUtils, parseDocument } from 'htmlparser2'

// Prints rows for authorities.ts from a trusted list of the European Union, which somebody has downloaded and whose signature they
// have checked: node packages/core/proof-vectors/read-trusted-list.ts FILE.xml. docs/witnesses.md says what to do with them.

type Node = Parameters<typeof DomUtils.textContent>[0]

const qualifiedTimestamps = 'http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST'
const granted = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted'

/**
 * Returns a row for each certificate of a qualified time-stamping service and each span in which its status was "granted", in the order of the list
 * (ETSI TS 119 612). @throws Error for what is no trusted list, or has a certificate or a time that cannot be read
 */
export function readTrustedList(xml: string): Authority[] {
  const document = parseDocument(xml, { xmlMode: true })
  const [list] = named(document, 'TrustServiceStatusList')
  if (list === undefined) throw new Error('This is not a trusted list (ETSI TS 119 612)')
  const country = textOf(list, 'SchemeTerritory')
  const issued = textOf(list, 'ListIssueDateTime').slice(0, 10)
  return named(list, 'TrustServiceProvider').flatMap((provider) => {
    const [information] = named(provider, 'TSPInformation')
    const operator = information === undefined ? '' : englishName(information, 'TSPName')
    return named(provider, 'TSPService').flatMap((service) => {
      const [current] = named(service, 'ServiceInformation')
      if (current === undefined) throw new Error(`A service of ${operator} has no information`)
      const name = englishName(current, 'ServiceName')
      return certificatesOf(current).flatMap((anchorSha256) =>
        grantedSpans([current, ...named(service, 'ServiceHistoryInstance')]).map(({ from, until }) => ({
          name: operator,
          country,
          anchorSha256,
          qualified: true,
          from,
          until,
          note: `${name}: ${until === null ? 'granted' : 'granted until then'} in the trusted list of ${issued}`,
        })),
      )
    })
  })
}

/** Joins neighboring spans: a list repeats a status when something else about a service changes. */
function grantedSpans(instances: readonly Node[]): { from: number; until: number | null }[] {
  const changes = instances
    .map((instance) => ({
      at: secondsOf(textOf(instance, 'StatusStartingTime')),
      isGranted:
        textOf(instance, 'ServiceTypeIdentifier') === qualifiedTimestamps &&
        textOf(instance, 'ServiceStatus') === granted,
    }))
    .toSorted((a, b) => a.at - b.at)
  const spans: { from: number; until: number | null }[] = []
  for (const [n, { at, isGranted }] of changes.entries()) {
    const last = spans.at(-1)
    if (!isGranted) continue
    const until = changes[n + 1]?.at ?? null
    if (last?.until === at) last.until = until
    else spans.push({ from: at, until })
  }
  return spans
}

/** The fingerprints of the certificates that identify a service. A list names keys and names of them, too. */
function certificatesOf(service: Node): string[] {
  const all = named(service, 'X509Certificate').map((element) => {
    const raw = Buffer.from(DomUtils.textContent(element).replaceAll(/\s/g, ''), 'base64')
    return hash('sha256', new X509Certificate(raw).raw)
  })
  return [...new Set(all)]
}

/** Elements at any depth by their local name: some lists have a prefix. */
function named(parent: Node, name: string): Node[] {
  return DomUtils.findAll(
    (element) => element.name.replace(/^.*:/, '') === name,
    Array.isArray(parent) ? parent : [parent],
  ).filter((element) => element !== parent)
}

function textOf(parent: Node, name: string): string {
  const [element] = named(parent, name)
  return element === undefined ? '' : DomUtils.textContent(element).trim()
}

function englishName(parent: Node, kind: string): string {
  const names = named(parent, kind).flatMap((element) => named(element, 'Name'))
  const english = names.find((element) => 'attribs' in element && element.attribs['xml:lang'] === 'en')
  const [chosen = null] = english === undefined ? names : [english]
  return chosen === null ? '' : DomUtils.textContent(chosen).trim()
}

function secondsOf(time: string): number {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(time) ? Date.parse(time) : Number.NaN
  if (Number.isNaN(ms)) throw new Error(`'${time}' is not a time in UTC`)
  return Math.floor(ms / 1_000)
}

if (import.meta.main) {
  const [, , file] = process.argv
  if (file === undefined) {
    process.stderr.write('Usage: node packages/core/proof-vectors/read-trusted-list.ts FILE.xml\n')
    process.exitCode = 1
  } else process.stdout.write(`${JSON.stringify(readTrustedList(readFileSync(file, 'utf8')), null, 2)}\n`)
}
