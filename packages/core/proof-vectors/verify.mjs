// Checks a Priormark proof without Priormark: node verify.mjs FILE PROOF.json
// Needs Node 20 or newer, the folder node next to it, and tables.json, which has the messages and the known chains.
// README.md describes the format. Files of the same evidence next to PROOF.json are used too: record.json,
// bitcoin-block-*.json, *.ots and manifest.json. Ends with status 0 if nothing was found wrong, else with status 1.
import process from 'node:process'
import { resultsFor, textOf } from './node/proof-results.mjs'

const [, , file, proofFile] = process.argv
if (file === undefined || proofFile === undefined) {
  process.stderr.write('Usage: node verify.mjs FILE PROOF.json\n')
  process.exitCode = 1
} else {
  try {
    const results = resultsFor(file, proofFile)
    process.stdout.write(`${textOf(results)}\n`)
    process.exitCode = results.some(({ tone }) => tone === 'refused') ? 1 : 0
  } catch (error) {
    process.stderr.write(`Cannot read the files: ${error.message}\n`)
    process.exitCode = 1
  }
}
