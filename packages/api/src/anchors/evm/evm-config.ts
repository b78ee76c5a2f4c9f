import * as v from 'valibot'
import { documented } from '../../config/variable.ts'
import type { AnchorProblems } from '../anchor-port.ts'

/** Which EVM chain roots are recorded on, and with which account. */
export interface EvmConfig {
  /** May contain a provider's secret, so it must not appear in logs or messages. */
  rpcUrl: string
  chainId: number
  /** The display name, such as 'Ethereum'. */
  chainName: string
  /** In hex with 0x. A function, so that printing the configuration does not reveal it. */
  privateKey: () => `0x${string}`
  /** The URL of a transaction's page, with {hash} in it. */
  explorerTx: string
  /** The highest fee per unit of gas, in wei. */
  maxFeeWei: bigint
  /** The chain is local, so its records prove nothing elsewhere. */
  isTestChain: boolean
}

/** Limits a batch to about 0.0023 of the chain's currency. */
const defaultMaxFeeGwei = '100'

/** The order of the curve secp256k1; a private key is a number below it. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

const text = v.pipe(v.string('is not set'), v.trim())

export const evmVariables = {
  EVM_RPC_URL: documented(
    v.pipe(
      text,
      v.check(
        isSafeNodeUrl,
        'must be the address of a node that begins with https://, or http:// on this machine',
      ),
    ),
    { description: 'The address of a node (JSON-RPC): https, or http on this machine.' },
  ),
  EVM_CHAIN_ID: documented(
    v.pipe(
      text,
      v.regex(/^[1-9]\d{0,14}$/, 'must be the number of the chain, such as 1 for Ethereum'),
      v.transform(Number),
    ),
    { description: 'The chain’s number, such as `1` for Ethereum. The node must be on it.' },
  ),
  EVM_CHAIN_NAME: documented(v.pipe(text, v.maxLength(60, 'must have at most 60 characters')), {
    description: 'The chain’s name as customers see it, such as `Ethereum`.',
  }),
  // Messages must never contain the value.
  EVM_PRIVATE_KEY: documented(
    v.pipe(
      text,
      v.transform((key) => key.replace(/^0x/i, '').toLowerCase()),
      v.check(isPrivateKey, 'is not a private key: it has 64 hexadecimal digits, with or without 0x before'),
      v.transform((digits): `0x${string}` => `0x${digits}`),
    ),
    { description: 'The private key of the account that pays: 64 hexadecimal digits, with or without `0x`.' },
  ),
  EVM_EXPLORER_TX: documented(
    v.pipe(
      text,
      v.check(
        isExplorerTemplate,
        'must be an https:// address with {hash} once in its path or query, such as https://etherscan.io/tx/{hash}',
      ),
    ),
    {
      description:
        'The web page of a transaction, with `{hash}` in it, such as `https://etherscan.io/tx/{hash}`.',
    },
  ),
  EVM_MAX_FEE_GWEI: documented(
    v.pipe(
      v.optional(text, defaultMaxFeeGwei),
      v.regex(
        /^(?=.*[1-9])\d{1,6}(\.\d{1,9})?$/,
        'must be a number of gwei above 0, such as 40 or 0.05, with at most 9 decimals',
      ),
      v.transform(weiFromGwei),
    ),
    {
      default: `\`${defaultMaxFeeGwei}\``,
      unit: 'gwei',
      description: 'The highest price paid for a unit of gas. A batch uses about 22,500 units.',
    },
  ),
}

const Variables = v.object(evmVariables)

export type EvmSettings = Partial<Record<keyof typeof evmVariables, string | undefined>>

/** Returns the configuration, or one problem for each wrong variable. Messages contain no values. */
export function readEvmConfig(settings: EvmSettings): EvmConfig | AnchorProblems {
  const parsed = v.safeParse(Variables, settings)
  if (!parsed.success) {
    return { problems: parsed.issues.map((issue) => `${v.getDotPath(issue)} ${sentence(issue)}.`) }
  }
  const { output } = parsed
  const key = output.EVM_PRIVATE_KEY
  return {
    rpcUrl: output.EVM_RPC_URL,
    chainId: output.EVM_CHAIN_ID,
    chainName: output.EVM_CHAIN_NAME,
    privateKey: () => key,
    explorerTx: output.EVM_EXPLORER_TX,
    maxFeeWei: output.EVM_MAX_FEE_GWEI,
    isTestChain: false,
  }
}

/** A missing variable is an issue of the object, with valibot's own message. */
function sentence(issue: v.BaseIssue<unknown>): string {
  return issue.input === undefined ? 'is not set' : issue.message
}

function isSafeNodeUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname))
}

function isPrivateKey(digits: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(digits)) return false
  const number = BigInt(`0x${digits}`)
  return number > 0n && number < curveOrder
}

function isExplorerTemplate(value: string): boolean {
  const parts = value.split('{hash}')
  if (parts.length !== 2 || !/^https:\/\/[^/?#]+[/?#]/.test(parts[0] ?? '')) return false
  return URL.canParse(value)
}

/** @param gwei a decimal number with at most 9 decimals */
export function weiFromGwei(gwei: string): bigint {
  const [whole = '', decimals = ''] = gwei.split('.')
  return BigInt(whole) * 1_000_000_000n + BigInt(decimals.padEnd(9, '0'))
}

/** For people: 40, 0.05. */
export function gweiFromWei(wei: bigint): string {
  const decimals = (wei % 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '')
  const whole = (wei / 1_000_000_000n).toString()
  return decimals === '' ? whole : `${whole}.${decimals}`
}
