import { evmChains } from '@priormark/core/proofs/anchors/evm-chains'
import {
  cancellationDays,
  startChoices,
  startRequestText,
} from '@priormark/core/settings/policy/start-request'
import {
  formPrivacyText,
  fileRetentionText,
  laterStartText,
  receivedTexts,
  refundText,
  uploadText,
} from '@priormark/core/settings/policy/rule-texts'
import {
  keepText,
  privateText,
  publicText,
  witnessTexts,
} from '@priormark/core/settings/policy/publicity-texts'
import {
  durationText,
  linkText,
  recordingText,
  secondRecordText,
  timeText,
} from '@priormark/core/settings/policy/recording-texts'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import {
  accountingYears,
  dailyViewYears,
  failedLoginDays,
  orderPageDays,
  sessionCookieDays,
} from '@priormark/core/platform/retention'

/** Every way to configure how works are recorded. */
export const everyPolicy: readonly ServicePolicy[] = (
  [
    ['manual'],
    ['evm'],
    ['opentimestamps'],
    ['manual', 'evm'],
    ['manual', 'opentimestamps'],
    ['evm', 'opentimestamps'],
    ['manual', 'evm', 'opentimestamps'],
    ['evm', 'opentimestamps', 'rfc3161'],
  ] as const
).map((kinds, index) => ({
  kinds,
  chains: kinds.flatMap((kind) =>
    kind === 'evm' ? ['Ethereum'] : kind === 'opentimestamps' ? ['Bitcoin'] : [],
  ),
  fileRetentionDays: 40 + index,
  unpaidFileHours: 70 + index,
  deliveryHours: 48,
}))

/** Statements of every shop, regardless of its configuration. None is about recording a work. */
const fixedTexts = [
  // The specification fixes these.
  /secure your ideas on the blockchain in minutes/gi,
  /It takes less than 5 minutes!/g,
  /Can I get a refund\?/g,
  /We reply within 48 hours on working days/g,
  /CHECK IT IN TWO MINUTES/g,
  /tell you by email one month before/g,
  /at least 18 years old/g,
  /We reply within one month/g,
  /for at most two hours/g,
  /works? for years|for years to come/g,
  /in a few minutes/g,
  /address, for a day, to limit/g,
  /the day before the pitch/g,
  /each blog post is opened per day/g,
  new RegExp(`for ${sessionCookieDays} days: “`, 'g'),
  new RegExp(`opened, for ${orderPageDays} days, so`, 'g'),
  new RegExp(`that asked, for ${failedLoginDays} days, and`, 'g'),
  new RegExp(`failed ones for ${failedLoginDays} days`, 'g'),
  new RegExp(`After ${dailyViewYears} years, only the number per month`, 'g'),
  new RegExp(`${accountingYears} years, for the tax office`, 'g'),
  new RegExp(`within the ${cancellationDays}-day cancellation period`, 'g'),
  new RegExp(`so we wait ${cancellationDays} days`, 'g'),
  /(?:To cancel, write to \S+|Your right to cancel|Cancellation and refund|when your cancellation period ends)/gi,
  /no later than [\w ]+ after that timestamp/g,
  /the six to eleven blocks after it/g,
  /it is recognized in 179 countries/g,
]

/** Returns the statements that depend on this configuration. */
function policyTexts(policy: ServicePolicy): string[] {
  return [
    timeText(policy),
    recordingText(policy),
    linkText(policy),
    durationText(policy),
    secondRecordText(policy) ?? [],
    fileRetentionText(policy),
    uploadText(policy),
    refundText,
    laterStartText,
    keepText,
    publicText,
    witnessTexts(policy),
    privateText,
    formPrivacyText,
    startRequestText,
    startChoices.later.text,
    receivedTexts,
    `we delete it ${policy.unpaidFileHours} hours after`,
  ].flat()
}

const duration = /(?:[\w-]+ ){0,4}\b(?:seconds|(?:minute|hour|day|week|month|year)s?)\b[^.]{0,40}/gi
const refund = /[^.\n]*\b(?:refund\w*|money back|cancel\w*)\b[^.\n]*/gi
const publicity =
  /[^.\n]*\b(?:title|names?|description|project details)\b[^.\n]*\b(?:blockchain|public|publicly)\b[^.\n]*/gi
const countries = /[^.\n]*\b\d+ (?:countries|nations)\b[^.\n]*/gi
/** Base is left out, which is an ordinary word as well. */
const chainNames = ['Bitcoin', ...evmChains.map(({ name }) => name).filter((name) => name !== 'Base')]

/** Matches statements about the chains that a shop does not use. */
function foreignChain({ chains }: ServicePolicy): RegExp {
  const foreign = chainNames.filter((name) => !chains.includes(name))
  return new RegExp(`[^.\\n]*\\b(?:${foreign.join('|')})\\b[^.\\n]*`, 'g')
}

/**
 * Returns statements about durations, refunds, publicity, countries and chains in a text that do not match this configuration.
 * @param text plain text, with a line break between blocks
 */
export function foreignClaims(text: string, policy: ServicePolicy): string[] {
  let rest = text.replaceAll(/[^\S\n]+/g, ' ')
  for (const promised of policyTexts(policy).toSorted((a, b) => b.length - a.length))
    rest = rest.replaceAll(promised, '¶')
  for (const fixed of fixedTexts) rest = rest.replaceAll(fixed, '¶')
  return [duration, refund, publicity, countries, foreignChain(policy)].flatMap(
    (claim) => rest.match(claim) ?? [],
  )
}
