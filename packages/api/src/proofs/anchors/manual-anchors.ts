import { ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
import * as v from 'valibot'
import { invalidField } from '../../platform/http/field-errors.ts'
import type { AnchorPort } from './anchor-port.ts'

/** A person records the root and declares the link in the admin, so there is nothing to advance. */
export const manualAnchors: AnchorPort = {
  kind: 'manual',
  async advance() {},
  async retry() {},
}

/**
 * Returns a declared link as it is stored: unchanged if a proof.json can contain it, else normalized by the URL standard.
 * @param link a value that passed the form's schema
 * @param field the field that an error is shown at
 * @throws AppError invalid_input if the host is not allowed
 */
export function normalizeLink(link: string, allowedHosts: readonly string[] | null, field: string): string {
  const url = new URL(link)
  if (allowedHosts !== null) {
    const isPlain = url.port === '' && url.username === '' && url.password === ''
    if (!isPlain || !allowedHosts.includes(url.hostname)) {
      const hostList = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(allowedHosts)
      throw invalidField(field, `The link must be a page on ${hostList}`)
    }
  }
  const storedLink = [link, url.href].find((text) => v.is(ProofAnchor, { kind: 'manual', link: text }))
  if (storedLink === undefined) throw invalidField(field, 'The link is too long')
  return storedLink
}
