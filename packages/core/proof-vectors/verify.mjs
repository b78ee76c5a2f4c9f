// Checks a Priormark proof without Priormark: node verify.mjs FILE PROOF.json
// Needs Node 20 or newer and nothing else. README.md beside this file describes the format.
// Ends with status 0 if file and record are under the root, else with status 1 and a reason.
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import process from 'node:process'

const keys = ['format', 'version', 'file', 'record', 'salt', 'tag', 'leaf', 'path', 'root', 'anchors']
const tag = Buffer.from('priormark')
const otsOfSha256 = '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294' + '01' + '08'

function require(condition, reason) {
  if (!condition) throw new Error(reason)
}

function sha256(...parts) {
  return createHash('sha256').update(Buffer.concat(parts)).digest()
}

function digest(text) {
  require(typeof text === 'string' && /^[0-9a-f]{64}$/.test(text), `${text} is not a digest`)
  return Buffer.from(text, 'hex')
}

function canonical(fields) {
  const names = Object.keys(fields).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(fields[name])}`).join(',')}}`
}

function verify(content, proof) {
  require(proof.format === 'priormark-proof' && proof.version === 1, 'not a proof of version 1')
  require(Object.keys(proof).sort().join() === keys.sort().join(), 'the keys are not those of version 1')
  require(proof.tag === tag.toString('hex'), 'the tag is not that of version 1')
  const fields = JSON.parse(proof.record)
  const texts = Object.values(fields)
  require(texts.every(
    (text) => typeof text === 'string' && text.isWellFormed(),
  ), 'the record holds more than texts')
  require(canonical(fields) === proof.record, 'the record is not canonical')

  const fileSha256 = sha256(content)
  require(fileSha256.equals(digest(proof.file.sha256)), 'the proof is for another file')
  const commitment = createHmac('sha256', digest(proof.salt)).update(tag).update(proof.record).digest()
  const leaf = sha256(Buffer.of(0), fileSha256, commitment)
  require(leaf.equals(digest(proof.leaf)), 'file, record and salt do not give the leaf')
  require(proof.path.length <= 64, 'the path is too long')
  const root = proof.path.reduce((node, { side, hash }) => {
    require(side === 'left' || side === 'right', 'a step is neither left nor right')
    return side === 'left'
      ? sha256(Buffer.of(1), digest(hash), node)
      : sha256(Buffer.of(1), node, digest(hash))
  }, leaf)
  require(root.equals(digest(proof.root)), 'the path does not lead to the root')
  const remaining = proof.anchors.map((anchor) => `  Still to check: ${whatRemains(anchor, proof.root)}`)
  const record = Object.entries(fields).map(([name, text]) => `  ${name}: ${JSON.stringify(text)}`)
  return [`Holds: file and record are under the root ${proof.root}`, ...record, ...remaining].join('\n')
}

function whatRemains(anchor, root) {
  if (anchor.kind === 'evm') {
    const data = `0x${tag.toString('hex')}01${root}`
    return `transaction ${anchor.transactionHash} of chain ${anchor.chainId} carries ${data}`
  }
  if (anchor.kind === 'opentimestamps') {
    const ots = Buffer.from(anchor.ots, 'base64').toString('hex')
    require(ots.startsWith(otsOfSha256 + root), 'an OpenTimestamps anchor is for another root')
    return "the OpenTimestamps proof of the root (write its bytes to a file, run 'ots info')"
  }
  require(anchor.kind === 'manual', 'an anchor is of an unknown kind')
  return `the root stands at ${JSON.stringify(anchor.link)}, as the operator declares`
}

try {
  const [, , file, proofFile] = process.argv
  process.stdout.write(`${verify(readFileSync(file), JSON.parse(readFileSync(proofFile, 'utf8')))}\n`)
} catch (error) {
  process.stderr.write(`Refused: ${error.message}\n`)
  process.exitCode = 1
}
