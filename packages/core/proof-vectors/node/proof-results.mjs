// The results for a proof, for an .ots file and for a manifest.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { chainResult, check, logChecks, renewalCheck } from './chain-results.mjs'
import { anchorsOf, textOfRecord, verify } from './computation.mjs'
import { filesBeside, filesNamed, isFile, textOf as decoded } from './evidence-files.mjs'
import { sha256 } from './ots-format.mjs'
import { Problem, readJson, recordFields, writtenRecord } from './grammar.mjs'
import { readProof } from './proof-format.mjs'
import { say, shown } from './messages.mjs'

/** Returns a result for the proof, and one for each faulty file next to it. */
export function resultsFor(filePath, proofPath) {
  const content = readFileSync(filePath)
  const work = {
    name: path.basename(filePath),
    sha256: sha256(content),
    sha3: () => createHash('sha3-256').update(content).digest('hex'),
  }
  const folder = path.dirname(path.resolve(proofPath))
  const files = filesBeside(folder, work)
  const beside = {
    ...files,
    ots: files.ots.filter((ots) => ots !== null),
    headers: files.headers.flatMap((headers) => headers ?? []),
  }
  const { proof, problem } = proofIn(proofPath)
  const proofResults = proof === null ? [] : [proofResult(proof, work, beside)]
  return [
    ...proofResults,
    ...beside.ots.flatMap((ots) => otsResults(ots, work, proof, beside)),
    ...(problem === null ? [] : [refusal(problem)]),
    ...files.ots.filter((ots) => ots === null).map(() => refused('ots.unreadable')),
    ...files.headers.filter((headers) => headers === null).map(() => refused('headers.unreadable')),
    ...proofResults.flatMap((result) => recordResults(files.records, result)),
    ...filesNamed(folder, /^manifest\.json$/).flatMap((file) => manifestResults(file, folder, work, proof)),
  ]
}

function proofIn(proofPath) {
  try {
    return { proof: readProof(readFileSync(proofPath)), problem: null }
  } catch (error) {
    if (error instanceof Problem) return { proof: null, problem: error }
    throw error
  }
}

function refused(about, parts) {
  return { tone: 'refused', title: say(`${about}.title`, parts), sentences: [say(`${about}.meaning`, parts)] }
}

function refusal({ kind, parts }) {
  return refused(`problem.${kind}`, { original: say('problem.original'), ...parts })
}

function fileCheck({ name }) {
  return check('file', 'fits', say('check.file.fits', { name: shown(name) }))
}

function proofResult(proof, work, beside) {
  const text = textOfRecord(proof)
  const knownRecord = beside.records.find((record) => record !== null && recordFields(record) !== null)
  let outcome
  try {
    outcome = verify(proof, work, knownRecord)
  } catch (error) {
    if (error instanceof Problem) return refusal(error)
    throw error
  }
  const others = beside.ots.flatMap((ots) => ots.attestations.filter((one) => isOfProof(one, ots, proof)))
  const ownHeaders = anchorsOf(proof).flatMap(({ headers = [] }) => headers)
  const headers = [...ownHeaders.map((header) => Buffer.from(header, 'hex')), ...beside.headers]
  const result = chainResult(anchorsOf(proof), proof.root, [...outcome.attestations, ...others], {
    ...beside,
    headers,
    tokens: outcome.tokens,
    renewals: outcome.renewals,
  })
  const steps = proof.path.length
  const stepsName = steps === 0 ? 'none' : steps === 1 ? 'one' : 'many'
  const checks = [
    fileCheck(work),
    ...(proof.file.sha3 === undefined ? [] : [check('sha3', 'fits', proof.file.sha3)]),
    recordCheck(proof),
    ...previousChecks(proof),
    check('path', 'fits', say(`check.path.${stepsName}`, { count: steps })),
    check('root', 'fits', proof.root),
    ...logChecks(outcome.log),
    ...outcome.renewals.map(renewalCheck),
  ]
  const record =
    text === undefined ? proof.record.fields.map(({ name, value }) => [name, value]) : recordFields(text)
  return { ...result, checks: [...checks, ...result.checks], record }
}

function recordCheck(proof) {
  const text = textOfRecord(proof)
  const hidden =
    text === undefined ? proof.record.fields.filter(({ value }) => value === undefined).length : 0
  const count = text === undefined ? proof.record.fields.length : recordFields(text).length
  return check('record', 'fits', say(`check.record.${hidden === 0 ? 'fits' : 'hidden'}`, { count, hidden }))
}

/** What a record of form 2 says about an earlier draft of the work. */
function previousChecks({ record }) {
  const leaf = record.form === 2 && record.fields.find(({ name }) => name === 'previous')?.value
  return leaf ? [check('previous', 'fits', say('check.previous.fits', { leaf }))] : []
}

/** Whether an attestation of an .ots passes through the root. Otherwise it says nothing about the record. */
function isOfProof({ passed }, { hash, digest }, { file, root }) {
  const isRelated = hash === 'sha256' && [file.sha256, root].includes(digest.toString('hex'))
  return isRelated && passed.some((message) => message.toString('hex') === root)
}

/** Verifies an .ots separately from the proof. Empty if the proof already contains all of its attestations. */
function otsResults(ots, work, proof, beside) {
  const attestations = ots.attestations.filter(
    (attestation) => proof === null || !isOfProof(attestation, ots, proof),
  )
  return attestations.length === 0 ? [] : [otsResult({ ...ots, attestations }, work, proof, beside)]
}

function otsResult(ots, work, proof, beside) {
  if (ots.hash !== 'sha256') {
    const parts = { hash: say(`hash.${ots.hash}`), digest: ots.digest.toString('hex') }
    return {
      tone: 'asking',
      title: say('ots.hash.title', parts),
      sentences: [say('ots.hash.sentence', parts)],
    }
  }
  if (ots.digest.equals(work.sha256)) {
    const result = chainResult([], '', ots.attestations, beside)
    return { ...result, checks: [fileCheck(work), ...result.checks] }
  }
  if (proof === null || work.sha256.toString('hex') !== proof.file.sha256)
    return refusal(new Problem('wrong_file'))
  return { tone: 'asking', title: say('ots.alone.title'), sentences: [say('ots.alone.sentence')] }
}

/** Compares record.json with the fields that a proof shows. */
function recordResults(records, { tone, record }) {
  if (tone === 'refused') return []
  const text = writtenRecord(record.filter(([, value]) => value !== undefined))
  return records.filter((one) => one !== text).map(() => refused('record.other'))
}

/** Compares the existing files with the manifest. Empty if all match, or if it is not a manifest. */
function manifestResults(manifest, folder, work, proof) {
  const content = readFileSync(manifest)
  const files = sha256(content).equals(work.sha256) ? [] : manifestFiles(content)
  if (files === null) return [refused('manifest.malformed')]
  const changed = files.filter(({ name, sha256: listed }) => {
    const file = path.join(folder, ...name.split('/'))
    if (!isFile(file)) return false
    const actual = sha256(readFileSync(file)).toString('hex')
    return actual !== listed && actual !== proof?.file.sha256
  })
  const names = changed.map(({ name }) => shown(name)).join(', ')
  return changed.length === 0 ? [] : [refused('manifest.changed', { names })]
}

const fileName = /^(?!\/|[A-Za-z]:)(?:(?:^|\/)(?!\.\.?(?:\/|$))[^/\\\p{Cc}\p{Cs}]+)+$/u

/** Returns null for a manifest that cannot be read, and nothing for a file that is not one. */
function manifestFiles(content) {
  const text = decoded(content)
  if (text === null) return null
  if (!text.startsWith('\ufeff') && !text.includes('priormark-manifest')) return []
  const manifest = manifestIn(text)
  const isSound =
    hasKeys(manifest, 'files,format,version') &&
    manifest.format === 'priormark-manifest' &&
    manifest.version === 1 &&
    Array.isArray(manifest.files) &&
    manifest.files.length <= 100 &&
    manifest.files.every(isListing)
  return isSound ? manifest.files : null
}

/** Returns null for a text that is not JSON or not exact. */
function manifestIn(text) {
  try {
    const { value, flaw } = readJson(text)
    return flaw === null ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function hasKeys(value, keys) {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).sort().join() === keys
  )
}

function isListing(one) {
  return hasKeys(one, 'name,sha256') && isText(one.name, fileName) && isText(one.sha256, /^[0-9a-f]{64}$/)
}

/** A pattern alone would accept a list with one text. */
function isText(value, pattern) {
  return typeof value === 'string' && pattern.test(value)
}

/** Writes the results as text. */
export function textOf(results) {
  return results.map((result) => linesOf(result).join('\n')).join('\n\n')
}

function linesOf({ tone, title, sentences, checks = [], record = [], lookUps = [] }) {
  const part = (name, lines) => (lines.length === 0 ? [] : [`${say(`heading.${name}`)}:`, ...lines])
  return [
    `${say(`tone.${tone}`)}: ${title}`,
    ...sentences,
    ...part(
      'checks',
      checks.map(({ what, outcome, detail }) => `  ${say(`outcome.${outcome}`)}: ${what}. ${detail}`),
    ),
    ...part(
      'record',
      record.map(
        ([name, text]) =>
          `  "${shown(name)}": ${text === undefined ? say('record.hidden') : `"${shown(text)}"`}`,
      ),
    ),
    ...part(
      'look_ups',
      lookUps.flatMap((one) => [
        `  ${one.title}. ${one.sentence}`,
        ...one.values.map(({ label, value }) => `    ${label}: ${value}`),
      ]),
    ),
  ]
}
