import { X509Certificate } from 'node:crypto'
import * as v from 'valibot'
import { variable } from '../../../platform/config/variable.ts'
import type { AnchorProblems } from '../anchor-port.ts'
import { readAddresses, readTextFile, readWholeNumber } from '../variable-values.ts'

/** Which time-stamping authorities sign roots, and which of their tokens are accepted. */
export interface TsaConfig {
  /** In the order in which they are asked. */
  urls: string[]
  /** How many of them must sign a root. */
  authoritiesNeeded: number
  /** The policy that tokens must have, such as '1.2.3'; null accepts any. */
  policy: string | null
  tokensPerDay: number
  /** Certificates in DER, one of which the chain of a token must contain; empty accepts any authority at `urls`. */
  trustedCertificates: Uint8Array[]
  /** The Authorization header for the first of `urls`; null without a user. */
  authorization: string | null
}

const maxUrls = 4
const defaultTokensPerDay = 300

export const tsaVariables = {
  TSA_URLS: variable(v.string(), {
    description: `Time-stamping authorities (RFC 3161), at most ${maxUrls} addresses separated by commas. The next one is asked if the one before does not sign.`,
  }),
  TSA_NEEDED: variable(v.string(), {
    default: '`1`',
    unit: 'authorities',
    description: 'How many authorities must sign each batch.',
  }),
  TSA_POLICY: variable(v.string(), {
    default: 'any policy',
    description: 'The policy that time-stamps are asked for and must have, such as `1.2.3.4`.',
  }),
  TSA_TRUST_FILE: variable(v.string(), {
    default: 'any authority in `TSA_URLS`',
    description:
      'A file of certificates (PEM). The chain of a time-stamp must contain one of them, and only then revocation is checked. Verifiers do not trust it: they have a list of their own.',
  }),
  TSA_TOKENS_PER_DAY: variable(v.string(), {
    default: `\`${defaultTokensPerDay}\``,
    unit: 'time-stamps',
    description:
      'How many time-stamps are requested in a day (UTC) from all authorities together. Batches above it wait.',
  }),
  TSA_USER: variable(v.string(), {
    default: 'no login',
    description: 'The user for the first of `TSA_URLS` (HTTP Basic).',
  }),
  TSA_PASSWORD_FILE: variable(v.string(), {
    description: 'The file with the password of `TSA_USER`.',
  }),
}

export type TsaSettings = v.InferInput<v.ObjectSchema<typeof tsaVariables, undefined>>

/** Reads the settings, and the files that they name. */
export function readTsaConfig(settings: TsaSettings): TsaConfig | AnchorProblems {
  const problems: string[] = []
  const urls = readAddresses('TSA_URLS', settings.TSA_URLS, [], problems)
  if (problems.length === 0 && (urls.length === 0 || urls.length > maxUrls))
    problems.push(`TSA_URLS must be 1 to ${maxUrls} addresses, because ANCHORS contains rfc3161.`)
  const policy = settings.TSA_POLICY?.trim() || null
  if (policy !== null && !/^[0-2](\.(0|[1-9]\d{0,8}))+$/.test(policy))
    problems.push(`TSA_POLICY is '${policy}': it must be an object identifier, such as 1.2.3.4.`)
  const readNumber = (name: 'TSA_NEEDED' | 'TSA_TOKENS_PER_DAY', max: number, fallback: number) =>
    readWholeNumber(name, settings[name], { min: 1, max, fallback }, problems)
  const config: TsaConfig = {
    urls,
    authoritiesNeeded: readNumber('TSA_NEEDED', Math.max(1, urls.length), 1),
    policy,
    tokensPerDay: readNumber('TSA_TOKENS_PER_DAY', 1_000_000, defaultTokensPerDay),
    trustedCertificates: readCertificates(settings.TSA_TRUST_FILE?.trim(), problems),
    authorization: readAuthorization(settings, problems),
  }
  return problems.length > 0 ? { problems } : config
}

function readCertificates(file: string | undefined, problems: string[]): Uint8Array[] {
  if (!file) return []
  const text = readTextFile('TSA_TRUST_FILE', file, problems)
  if (text === null) return []
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    if (blocks.length > 0) return blocks.map((block) => new Uint8Array(new X509Certificate(block).raw))
  } catch {
    // The problem below covers this.
  }
  problems.push('TSA_TRUST_FILE must contain certificates in PEM.')
  return []
}

function readAuthorization(
  { TSA_USER: user, TSA_PASSWORD_FILE: file }: TsaSettings,
  problems: string[],
): string | null {
  if (!user?.trim() && !file?.trim()) return null
  if (!user?.trim() || !file?.trim()) {
    problems.push('TSA_USER and TSA_PASSWORD_FILE must be set together.')
    return null
  }
  const password = readTextFile('TSA_PASSWORD_FILE', file.trim(), problems)?.trim() ?? ''
  return `Basic ${Buffer.from(`${user.trim()}:${password}`).toString('base64')}`
}
