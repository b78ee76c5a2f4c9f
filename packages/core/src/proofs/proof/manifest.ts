import * as v from 'valibot'
import { Sha256 } from '../../platform/ids.ts'
import { readStrictJson } from './strict-json.ts'

const manifestFormat = 'priormark-manifest'

/** More files than any evidence ZIP contains. */
const maxFiles = 100

/** A path of which no part is empty, `.` or `..`, without a drive, `\`, control characters or lone surrogates. */
const fileName = /^(?!\/|[A-Za-z]:)(?:(?:^|\/)(?!\.\.?(?:\/|$))[^/\\\p{Cc}\p{Cs}]+)+$/u

/**
 * manifest.json: the fingerprints of the files of an evidence ZIP that nothing else checks. The proof and the `.ots` are
 * not in it, because a verifier checks them anyway and newer ones may replace them.
 */
export const Manifest = v.strictObject({
  format: v.literal(manifestFormat),
  version: v.literal(1),
  files: v.pipe(
    v.array(
      v.strictObject({
        /** The path in the ZIP, with `/` between folders. */
        name: v.pipe(v.string(), v.regex(fileName)),
        sha256: Sha256,
      }),
    ),
    v.maxLength(maxFiles),
  ),
})
export type Manifest = v.InferOutput<typeof Manifest>

/**
 * Whether a file counts as a manifest: it has the name, and contains the name of the format or cannot be read. Other
 * programs have files of that name, too.
 * @param text null if it is not UTF-8
 */
export function isManifest(name: string, text: string | null): boolean {
  const isNamed = /(?:^|\/)manifest\.json$/.test(name)
  return isNamed && (text === null || text.startsWith('\ufeff') || text.includes(manifestFormat))
}

/** Reads the files of a manifest; null if it does not follow the format. */
export function readManifest(text: string): Manifest['files'] | null {
  const { value, flaw } = readStrictJson(text)
  const parsed = v.safeParse(Manifest, value)
  return flaw === null && parsed.success ? parsed.output.files : null
}

/** Writes a manifest in a fixed form. */
export function writeManifest(files: Manifest['files']): string {
  return `${JSON.stringify({ format: manifestFormat, version: 1, files }, null, 2)}\n`
}
