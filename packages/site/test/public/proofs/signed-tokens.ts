import { hash } from 'node:crypto'
import { certificate, rootCertificate, tokenOf } from '@priormark/core/proof-vectors/v2/authority'
import {
  bits,
  der,
  keysOf,
  octets,
  sequence,
  signed,
  timeStamping,
} from '@priormark/core/proof-vectors/v2/der-writing'
import { ocspAnswer, revocationList } from '@priormark/core/proof-vectors/v2/revocation-writing'
import { crl, ocsp, proofWith, root, tokenWitness } from '@priormark/core/proof-vectors/v2/token-witness'
import { concatBytes, fromHex } from '@priormark/core/proofs/proof/bytes'
import type { ProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { only, TokenError, valuesIn, type Der } from '@priormark/core/proofs/proof-v2/tsp/der'
import fc from 'fast-check'

/** The parts of a time-stamp that something signs, and the whole token. */
const parts = ['info', 'attributes', 'signer', 'list', 'answer', 'token'] as const

const nothing = new Uint8Array()
const contents = fc.oneof(
  fc.constantFrom(
    ...['', '00', '01', '80', 'ff', '0001', '7fffffff', '0500', '0101ff', '2b6570', '300506032b6570'].map(
      fromHex,
    ),
    ...['20260102030405Z', '20260102030405.5Z', '20260102030460Z', '260102030405Z', '19491231235959Z'].map(
      (time) => new Uint8Array(Buffer.from(time)),
    ),
  ),
  fc.uint8Array({ maxLength: 40 }),
)

/** What is done to one value of DER. */
const mutations: readonly ((value: Der, content: Uint8Array) => Uint8Array[])[] = [
  () => [],
  ({ raw }) => [raw, raw],
  ({ tag }, content) => [der(tag, content)],
  ({ body }, content) => [der(content[0] ?? 0, body)],
  (_value, content) => [content],
  ({ tag, body }) => [Uint8Array.of(tag, 0x80), body, Uint8Array.of(0, 0)],
]
const change = fc.record({
  part: fc.constantFrom(...parts),
  index: fc.nat(200),
  mutation: fc.constantFrom(...mutations),
  content: contents,
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** Changes one of the values of DER, at any depth. */
function changed(bytes: Uint8Array, { index, mutation, content }: Change): Uint8Array {
  let remaining = index % countIn(bytes)
  const written = (values: readonly Der[]): Uint8Array =>
    concatBytes(
      ...values.flatMap((value) => {
        remaining -= 1
        if (remaining === -1) return mutation(value, content)
        const inner = valuesWithin(value)
        return inner === null ? [value.raw] : [der(value.tag, written(inner))]
      }),
    )
  return written(valuesIn(bytes))
}

function countIn(bytes: Uint8Array): number {
  const count = (values: readonly Der[]): number =>
    values.reduce((sum, value) => sum + 1 + count(valuesWithin(value) ?? []), 0)
  return count(valuesIn(bytes))
}

/** Null for a value that has no others in it, and for one that another change has broken. */
function valuesWithin({ tag, body }: Der): Der[] | null {
  if ((tag & 0x20) === 0) return null
  try {
    return valuesIn(body)
  } catch (error) {
    if (error instanceof TokenError) return null
    throw error
  }
}

/** Proofs whose time-stamp, or what belongs to it, was changed before it was signed. */
export const proofsOfSignedTokens: fc.Arbitrary<ProofV2> = fc
  .record({ changes: fc.array(change, { minLength: 1, maxLength: 2 }), hasList: fc.boolean() })
  .map(({ changes, hasList }) => {
    const partOf = (name: (typeof parts)[number], bytes: Uint8Array) => {
      const own = changes.find(({ part }) => part === name)
      return own === undefined ? bytes : changed(bytes, own)
    }
    const signedByRoot = (name: 'signer' | 'list', raw: Uint8Array) => {
      const [inner, algorithm] = valuesIn(only(raw, 0x30).body)
      const body = partOf(name, inner?.raw ?? nothing)
      return sequence(body, algorithm?.raw ?? nothing, bits(signed(body, keysOf('Root').secret)))
    }
    const signer = signedByRoot(
      'signer',
      certificate({ name: 'Signer', issuer: 'Root', extensions: [timeStamping()] }),
    )
    const revocation = [
      ...(hasList ? [crl(signedByRoot('list', revocationList()))] : []),
      ocsp(partOf('answer', ocspAnswer())),
    ]
    return proofWith(
      tokenWitness(partOf('token', signedToken(signer, partOf)), [rootCertificate], revocation),
    )
  })

function signedToken(
  signer: Uint8Array,
  partOf: (name: 'info' | 'attributes', bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const sound = fieldsOf(tokenOf({ root, signer }))
  const info = partOf('info', sound.info)
  const { type, version, digests, infoType, signerFields } = fieldsOf(
    tokenOf({ root, signer, digest: fromHex(hash('sha512', info)) }),
  )
  const [signerVersion, name, digestId, attributes = nothing, algorithm] = signerFields
  const own = partOf('attributes', attributes)
  const signature = signed(concatBytes(Uint8Array.of(0x31), own.slice(1)), keysOf('Signer').secret)
  const signerInfo = [signerVersion, name, digestId, own, algorithm, octets(signature)]
  const data = sequence(
    version,
    digests,
    sequence(infoType, der(0xa0, octets(info))),
    der(0xa0, signer),
    der(0x31, sequence(...signerInfo.map((field) => field ?? nothing))),
  )
  return sequence(type, der(0xa0, data))
}

/** The fields of a sound token. */
function fieldsOf(token: Uint8Array) {
  const fields = (bytes: Uint8Array) => valuesIn(only(bytes, 0x30).body)
  const [type, wrapped] = fields(token)
  const [version, digests, content, , signers] = fields(wrapped?.body ?? nothing)
  const [infoType, infoWrapped] = valuesIn(content?.body ?? nothing)
  return {
    type: type?.raw ?? nothing,
    version: version?.raw ?? nothing,
    digests: digests?.raw ?? nothing,
    infoType: infoType?.raw ?? nothing,
    info: only(infoWrapped?.body ?? nothing, 0x04).body,
    signerFields: fields(signers?.body ?? nothing).map(({ raw }) => raw),
  }
}
