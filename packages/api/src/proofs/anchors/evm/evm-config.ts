import * as v from 'valibot'
import { trimEndOf } from '@priormark/core/platform/trim-end'
import { withDocs } from '../../../platform/config/variable.ts'
import type { AnchorProblems } from '../anchor-port.ts'
import { isEncryptedUrl, readTextFile } from '../variable-values.ts'

/** Which EVM chain roots are recorded on, and with which account. */
export interface EvmConfig {
  /** The nodes. Two of several must agree. They may contain a provider's secret, so they must not appear in logs or messages. */
  rpcUrls: readonly string[]
  /** The only node is run by the operator, who trusts it. */
  isOwnNode: boolean
  chainId: number
  /** The display name, such as 'Ethereum'. */
  chainName: string
  /** In hex with 0x. A function, so that printing the configuration does not reveal it. */
  privateKey: () => `0x${string}`
  /** The URL of a transaction's page, with {hash} in it. */
  explorerTx: string
  /** The highest fee per unit of gas, in wei. */
  maxFeeWei: bigint
  /** The highest part of that fee for the block producer, in wei per unit of gas. */
  maxTipWei: bigint
  /** What may be spent within 24 hours. */
  dailyBudgetWei: bigint
  /** The chain is local, so its records prove nothing elsewhere. */
  isTestChain: boolean
}

/** Limits a batch to about 0.0023 of the chain's currency. */
const defaultMaxFeeGwei = '100'

/** Ethereum, Gnosis and the rollups require less than 1. */
const defaultMaxTipGwei = '5'

/** Polygon's producers take no transaction below 25. */
const polygonChainId = 137
const polygonMaxTipGwei = '100'

/** The gas that a batch reserves: about 22,500 units and a margin of 25%. */
const reservedGas = 28_125n

/** How many batches at the highest fee the default budget covers in a day. */
const defaultBudgetBatches = 100n

/** Marks the only node as the operator's own. */
const ownPrefix = 'own:'

const maxNodes = 5

/** The order of the curve secp256k1; a private key is a number below it. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const trimmedText = v.pipe(v.string('is not set'), v.trim())

const positiveGwei = v.regex(
  /^(?=.*[1-9])\d{1,6}(\.\d{1,9})?$/,
  'must be a number of gwei above 0, such as 40 or 0.05, with at most 9 decimals',
)

export const evmVariables = {
  EVM_RPC_URLS: withDocs(
    v.pipe(
      trimmedText,
      v.transform(readNodes),
      v.check(
        ({ urls }) => urls.length > 0 && urls.every(isEncryptedUrl),
        'must be addresses of nodes, separated by commas, that begin with https://, or http:// on this machine',
      ),
      v.check(({ urls }) => urls.length <= maxNodes, `takes at most ${maxNodes} nodes`),
      v.check(
        ({ urls }) =>
          !urls.every(isEncryptedUrl) || new Set(urls.map((url) => new URL(url).host)).size === urls.length,
        'must name nodes of different hosts, since two nodes of one provider are not independent',
      ),
      v.check(
        ({ urls, isOwn }) => !isOwn || urls.length === 1,
        `takes ${ownPrefix} only before a single node`,
      ),
    ),
    {
      description: `The nodes (JSON-RPC), separated by commas: https, or http on this machine. Name two or more of different providers: two must agree on every block before it is trusted, so that no single one can forge a date. With a third, one may fail. At least one must support eth_getBlockReceipts. A single node is trusted on its own, which the doctor and the health page report; \`${ownPrefix}https://...\` says that it is your own.`,
    },
  ),
  EVM_CHAIN_ID: withDocs(
    v.pipe(
      trimmedText,
      v.regex(/^[1-9]\d{0,14}$/, 'must be the number of the chain, such as 1 for Ethereum'),
      v.transform(Number),
    ),
    { description: 'The chain’s number, such as `1` for Ethereum. The node must be on it.' },
  ),
  EVM_CHAIN_NAME: withDocs(v.pipe(trimmedText, v.maxLength(60, 'must have at most 60 characters')), {
    description: 'The chain’s name as customers see it, such as `Ethereum`.',
  }),
  // Messages must never contain the value.
  EVM_PRIVATE_KEY: withDocs(
    v.pipe(
      trimmedText,
      v.transform((key) => key.replace(/^0x/i, '').toLowerCase()),
      v.check(isPrivateKey, 'is not a private key: it has 64 hexadecimal digits, with or without 0x before'),
      v.transform((digits): `0x${string}` => `0x${digits}`),
    ),
    { description: 'The private key of the account that pays: 64 hexadecimal digits, with or without `0x`.' },
  ),
  EVM_PRIVATE_KEY_FILE: withDocs(v.optional(trimmedText), {
    default: 'the key in `EVM_PRIVATE_KEY`, or in the settings',
    description:
      'The file with the private key, such as one that a secret manager mounts. Read at the start.',
  }),
  EVM_EXPLORER_TX: withDocs(
    v.pipe(
      trimmedText,
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
  EVM_MAX_FEE_GWEI: withDocs(
    v.pipe(v.optional(trimmedText, defaultMaxFeeGwei), positiveGwei, v.transform(weiFromGwei)),
    {
      default: `\`${defaultMaxFeeGwei}\``,
      unit: 'gwei',
      description: 'The highest price paid for a unit of gas. A batch uses about 22,500 units.',
    },
  ),
  EVM_MAX_TIP_GWEI: withDocs(v.optional(v.pipe(trimmedText, positiveGwei, v.transform(weiFromGwei))), {
    default: `\`${defaultMaxTipGwei}\` (\`${polygonMaxTipGwei}\` on Polygon)`,
    unit: 'gwei',
    description:
      'The highest part of that price for the block producer. A new transaction offers at most half of it, so that a replacement can offer more.',
  }),
  EVM_DAILY_BUDGET: withDocs(
    v.optional(
      v.pipe(
        trimmedText,
        v.regex(
          /^(?=.*[1-9])\d{1,9}(\.\d{1,18})?$/,
          'must be an amount of the chain’s coin above 0, such as 0.05, with at most 18 decimals',
        ),
        v.transform((coins) => fromDecimal(coins, coinDecimals)),
      ),
    ),
    {
      default: `what ${defaultBudgetBatches} batches cost at \`EVM_MAX_FEE_GWEI\``,
      description:
        'How much of the chain’s coin may be spent within 24 hours. Each transaction counts with the most that it can cost. Batches above the budget wait.',
    },
  ),
}

const Variables = v.object(evmVariables)

export type EvmSettings = Partial<Record<keyof typeof evmVariables, string | undefined>>

/** Returns the settings with EVM_PRIVATE_KEY from the file that EVM_PRIVATE_KEY_FILE names. Adds a problem if that fails. */
export function withPrivateKeyOfFile<Settings extends EvmSettings>(
  settings: Settings,
  problems: string[],
): Settings {
  const file = settings.EVM_PRIVATE_KEY_FILE?.trim()
  if (file === undefined) return settings
  if (settings.EVM_PRIVATE_KEY !== undefined) {
    problems.push('EVM_PRIVATE_KEY and EVM_PRIVATE_KEY_FILE must not both be set.')
    return settings
  }
  const key = readTextFile('EVM_PRIVATE_KEY_FILE', file, problems)?.trim() ?? null
  if (key === '') problems.push('EVM_PRIVATE_KEY_FILE names an empty file.')
  return key === null ? settings : { ...settings, EVM_PRIVATE_KEY: key }
}

/** Returns the configuration, or one problem for each wrong variable. Messages contain no values. */
export function readEvmConfig(settings: EvmSettings): EvmConfig | AnchorProblems {
  const parsed = v.safeParse(Variables, settings)
  if (!parsed.success) {
    return { problems: parsed.issues.map((issue) => `${v.getDotPath(issue)} ${messageOf(issue)}.`) }
  }
  const { output } = parsed
  const key = output.EVM_PRIVATE_KEY
  const maxFeeWei = output.EVM_MAX_FEE_GWEI
  const isPolygon = output.EVM_CHAIN_ID === polygonChainId
  return {
    rpcUrls: output.EVM_RPC_URLS.urls,
    isOwnNode: output.EVM_RPC_URLS.isOwn,
    chainId: output.EVM_CHAIN_ID,
    chainName: output.EVM_CHAIN_NAME,
    privateKey: () => key,
    explorerTx: output.EVM_EXPLORER_TX,
    maxFeeWei,
    maxTipWei: output.EVM_MAX_TIP_GWEI ?? weiFromGwei(isPolygon ? polygonMaxTipGwei : defaultMaxTipGwei),
    dailyBudgetWei: output.EVM_DAILY_BUDGET ?? defaultBudgetBatches * reservedGas * maxFeeWei,
    isTestChain: false,
  }
}

/** A missing variable is an issue of the object, with valibot's own message. */
function messageOf(issue: v.BaseIssue<unknown>): string {
  return issue.input === undefined ? 'is not set' : issue.message
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

function readNodes(value: string): { urls: string[]; isOwn: boolean } {
  const isOwn = value.startsWith(ownPrefix)
  const urls = (isOwn ? value.slice(ownPrefix.length) : value).split(',').flatMap((url) => url.trim() || [])
  return { urls, isOwn }
}

const gweiDecimals = 9
const coinDecimals = 18

/** @param gwei a decimal number with at most 9 decimals */
function weiFromGwei(gwei: string): bigint {
  return fromDecimal(gwei, gweiDecimals)
}

/** Formats wei as gwei, such as '40' or '0.05'. */
export function gweiFromWei(wei: bigint): string {
  return toDecimal(wei, gweiDecimals)
}

/** Formats wei as the chain's coin, such as '0.28125'. */
export function coinsFromWei(wei: bigint): string {
  return toDecimal(wei, coinDecimals)
}

function fromDecimal(text: string, decimalCount: number): bigint {
  const [integer = '', decimals = ''] = text.split('.')
  return BigInt(integer + decimals.padEnd(decimalCount, '0'))
}

function toDecimal(wei: bigint, decimalCount: number): string {
  const unit = 10n ** BigInt(decimalCount)
  const decimals = trimEndOf((wei % unit).toString().padStart(decimalCount, '0'), '0')
  const integer = (wei / unit).toString()
  return decimals === '' ? integer : `${integer}.${decimals}`
}
