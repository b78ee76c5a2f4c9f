import { fromHex } from '@priormark/core/proof/bytes'
import { sha256 } from 'hash-wasm'
import type { Finding } from '../src/public/verify/finding.ts'
import { createVerification } from '../src/public/verify/verification.ts'

/** A file as a test hands it in: its name and its bytes or text. */
export type TestFile = readonly [name: string, content: Uint8Array | string]

/** What the verifier finds in some files that were handed in together. */
export async function findingsIn(files: readonly TestFile[], isPacked = false): Promise<Finding[]> {
  const { read, judge } = await createVerification()
  const parts = await Promise.all(
    files.map(async ([name, content]) => {
      const bytes = bytesOf(content)
      return read({ name, blob: new Blob([bytes]), sha256: await sha256(bytes), isPacked })
    }),
  )
  return judge({ parts: parts.flat(), publicProof: null })
}

/** Bytes in memory of their own, as a Blob takes them. */
export function bytesOf(content: Uint8Array | string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(typeof content === 'string' ? new TextEncoder().encode(content) : content)
}

/** The one finding that is expected. */
export function only(findings: readonly Finding[]): Finding {
  const [finding, ...others] = findings
  if (finding === undefined || others.length > 0)
    throw new Error(`Expected one finding: ${findings.map(({ title }) => title).join(' | ')}`)
  return finding
}

export const helloWorld = 'Hello World!\n'

/** The published proof of `Hello World!` and a line feed, in block 358391 of Bitcoin's main network (28 May 2015). */
export const helloWorldOts = fromHex(
  '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294' +
    '010803ba204e50d126e4674c005e04d82e84c21366780af1f43bd54a37816b6ab340' +
    '03f1c8010100000001e482f9d32ecc3ba657b69d898010857b54457a90497982ff56f97c4ec58e6f98010000006b4830450221' +
    '00b253add1d1cf90844338a475a04ff13fc9e7bd242b07762dea07f5608b2de367022000b268ca9c3342b3769cdd062891317c' +
    'dcef87aac310b6855e9d93898ebbe8ec0121020d8e4d107d2b339b0050efdd4b4a09245aa056048f125396374ea6a2ab0709c6' +
    'ffffffff026533e605000000001976a9140bf057d40fbba6744862515f5b55a2310de5772f88aca0860100000000001976a914' +
    'f00688ac00000000' +
    '0808f120a987f716c533913c314c78e35d35884cac943fa42cac49d2b2c69f4003f85f88' +
    '0808f120dec55b3487e1e3f722a49b55a7783215862785f4a3acb392846019f71dc64a9d' +
    '0808f120b2ca18f485e080478e025dab3d464b416c0e1ecb6629c9aefce8c8214d042432' +
    '0808f02011b0e90661196ff4b0813c3eda141bab5e91604837bdf7a0c9df37db0e3a1198' +
    '0808f020c34bc1a4a1093ffd148c016b1e664742914e939efabe4d3d356515914b26d9e2' +
    '0808f020c3e6e7c38c69f6af24c2be34ebac48257ede61ec0a21b9535e4443277be30646' +
    '0808f1200798bf8606e00024e5d5d54bf0c960f629dfb9dad69157455b6f2652c0e8de81' +
    '0808f0203f9ada6d60baa244006bb0aad51448ad2fafb9d4b6487a0999cff26b91f0f536' +
    '0808f120c703019e959a8dd3faef7489bb328ba485574758e7091f01464eb65872c975c8' +
    '0808f020cbfefff513ff84b915e3fed6f9d799676630f8364ea2a6c7557fad94a5b5d788' +
    '0808f1200be23709859913babd4460bbddf8ed213e7c8773a4b1face30f8acfdf093b705' +
    '0808000588960d73d7190103f7ef15',
)

/** The header of that block. */
export const header358391 = fromHex(
  '02000000b96394585a281b7e5f438fd1c9ed492645a1fd61cb3802040000000000000000' +
    '007ee445d23ad061af4a36b809501fab1ac4f2d7e7a739817dd0cbb7ec661b8a1e376755f58616186272def6',
)

const vectors = import.meta.glob<string>('../../core/proof-vectors/**/*.{json,txt}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** A published proof, or the work that all of them are for: `sound/one-leaf.json`, `work.txt`. */
export function readVector(path: string): string {
  const text = vectors[`../../core/proof-vectors/${path}`]
  if (text === undefined) throw new Error(`There is no vector ${path}`)
  return text
}

/** The names of the published proofs of a folder, without `.json`. */
export function vectorNames(folder: 'sound' | 'tampered'): string[] {
  return Object.keys(vectors).flatMap(
    (path) => new RegExp(`/${folder}/([^/]+)\\.json$`).exec(path)?.[1] ?? [],
  )
}
