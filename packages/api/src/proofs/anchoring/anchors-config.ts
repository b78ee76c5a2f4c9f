import { anchorKinds, type AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import * as v from 'valibot'
import type { AnchorProblems } from '../anchors/anchor-port.ts'
import { readEvmConfig, type EvmConfig, type EvmSettings } from '../anchors/evm/evm-config.ts'
import { readOtsConfig, type OtsConfig, type OtsSettings } from '../anchors/opentimestamps/ots-config.ts'
import { readTsaConfig, type TsaConfig, type TsaSettings } from '../anchors/rfc3161/tsa-config.ts'
import { splitList, readWholeNumber } from '../anchors/variable-values.ts'
import { variable } from '../../platform/config/variable.ts'
import type { SealRules } from '../leaves/seal-batch.ts'

/** When orders are sealed, and where their roots are recorded. */
export interface AnchorsConfig extends SealRules {
  /** Hosts allowed in a declared link, in lower case; null allows any. */
  linkHosts: readonly string[] | null
  /** 'embedded' is the test chain on this machine that starts with the server. */
  evm: EvmConfig | 'embedded' | null
  opentimestamps: OtsConfig | null
  rfc3161: TsaConfig | null
}

const defaultBatchSeconds = { embedded: 2, other: 300 }
const defaultBatchMaxLeaves = 1_000

export const anchorsVariables = {
  ANCHORS: variable(v.string(), {
    default: '`embedded` under `npm start`, otherwise `manual`',
    description:
      'Where works are recorded: `manual` (an administrator declares the link), `evm`, `opentimestamps`, or several separated by commas. With `rfc3161` beside them, time-stamping authorities sign each batch as well. `embedded` is a chain on this machine, which proves nothing to others; the server rejects it in production.',
  }),
  BATCH_SECONDS: variable(v.string(), {
    default: `\`${defaultBatchSeconds.other}\` seconds (\`${defaultBatchSeconds.embedded}\` with \`embedded\`)`,
    description: 'The longest that a paid order waits before its batch is sealed.',
  }),
  BATCH_MAX_LEAVES: variable(v.string(), {
    default: `\`${defaultBatchMaxLeaves}\``,
    unit: 'orders',
    description: 'A batch with this many orders is sealed immediately.',
  }),
  LINK_HOSTS: variable(v.string(), {
    default: 'any https address',
    description:
      'The hosts, separated by commas, that a declared link may point to, such as `etherscan.io,mempool.space`.',
  }),
}

/** The variables as they are set: not trimmed, and undefined if empty. */
type AnchorsSettings = v.InferInput<v.ObjectSchema<typeof anchorsVariables, undefined>> &
  EvmSettings &
  OtsSettings &
  TsaSettings & { NODE_ENV?: string | undefined }

/** Returns the configuration, or the problems of the settings. */
export function readAnchorsConfig(settings: AnchorsSettings): AnchorsConfig | AnchorProblems {
  const problems: string[] = []
  const chosenKinds = readKinds(settings, problems)
  const isEmbedded = chosenKinds.includes('embedded')
  const readConfig = <Config extends object>(
    kind: AnchorKind,
    read: (settings: AnchorsSettings) => Config | AnchorProblems,
  ): Config | null => {
    const result = chosenKinds.includes(kind) ? read(settings) : null
    if (result === null || !('problems' in result)) return result
    problems.push(...result.problems)
    return null
  }
  const readNumber = (name: 'BATCH_SECONDS' | 'BATCH_MAX_LEAVES', max: number, fallback: number) =>
    readWholeNumber(name, settings[name], { min: 1, max, fallback }, problems)
  const config: AnchorsConfig = {
    kinds: isEmbedded ? ['evm'] : anchorKinds.filter((kind) => chosenKinds.includes(kind)),
    evm: isEmbedded ? 'embedded' : readConfig('evm', readEvmConfig),
    opentimestamps: readConfig('opentimestamps', readOtsConfig),
    rfc3161: readConfig('rfc3161', readTsaConfig),
    linkHosts: readLinkHosts(settings.LINK_HOSTS, problems),
    batchSeconds: readNumber('BATCH_SECONDS', 86_400, defaultBatchSeconds[isEmbedded ? 'embedded' : 'other']),
    batchMaxLeaves: readNumber('BATCH_MAX_LEAVES', 10_000, defaultBatchMaxLeaves),
  }
  return problems.length > 0 ? { problems } : config
}

function readKinds(settings: AnchorsSettings, problems: string[]): (AnchorKind | 'embedded')[] {
  const choices = [...anchorKinds, 'embedded'] as const
  const names = splitList((settings.ANCHORS ?? 'manual').toLowerCase())
  const chosenKinds = choices.filter((kind) => names.includes(kind))
  if (chosenKinds.length === 0 || names.some((name) => !choices.some((kind) => kind === name))) {
    problems.push(
      `ANCHORS is '${names.join(',')}': it can be manual, evm or opentimestamps, several of them separated by commas and perhaps with rfc3161, or embedded.`,
    )
  } else if (chosenKinds.length === 1 && chosenKinds[0] === 'rfc3161') {
    problems.push(
      'ANCHORS names only rfc3161, but time-stamps complete no order: add evm, opentimestamps or manual.',
    )
  } else if (chosenKinds.includes('embedded')) {
    if (chosenKinds.length > 1)
      problems.push(
        'ANCHORS=embedded cannot be combined with others: it is for trying the shop on one machine.',
      )
    if (settings.NODE_ENV?.trim() === 'production') {
      problems.push(
        'ANCHORS=embedded proves nothing to others, so it is rejected when NODE_ENV is production: set manual, evm or opentimestamps.',
      )
    }
  }
  return chosenKinds
}

/** A host name such as etherscan.io, without port or wildcards. */
const hostShape = /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/

function readLinkHosts(text: string | undefined, problems: string[]): string[] | null {
  if (text === undefined) return null
  const hosts = splitList(text.toLowerCase())
  for (const host of hosts.filter((name) => !hostShape.test(name))) {
    problems.push(
      `LINK_HOSTS has '${host}': it must be host names separated by commas, such as etherscan.io,mempool.space.`,
    )
  }
  return hosts
}
