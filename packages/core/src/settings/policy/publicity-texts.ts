import type { ServicePolicy } from './service-policy.ts'

/** What everyone can see. */
export const publicText =
  'Only a code goes on the blockchain. It is computed from your file’s fingerprint, your details and a random secret, usually together with other works, and reveals none of them.'

/** What stays private. */
export const privateText =
  'Your file, your name, the title and the description do not become public. The names and the description are in the evidence that we send you, and you choose who sees it.'

/** What a customer keeps to be able to prove something. */
export const keepText = 'Keep two things: your file, unchanged, and the evidence we send you.'

/** What each chain and a time-stamp add. */
export function witnessTexts({ kinds, chains }: Pick<ServicePolicy, 'kinds' | 'chains'>): string[] {
  const evmChain = chains.find((name) => name !== 'Bitcoin')
  return [
    ...(evmChain === undefined ? [] : [`${evmChain} dates it within minutes.`]),
    ...(chains.includes('Bitcoin') ? ['Bitcoin’s date can be checked offline.'] : []),
    ...(kinds.includes('rfc3161') ? ['A time-stamping authority signs a date, too.'] : []),
  ]
}

/** Where works are recorded, such as 'the Bitcoin blockchain'. */
export function chainText({ chains }: Pick<ServicePolicy, 'chains'>): string {
  if (chains.length === 0) return 'a public blockchain'
  return `the ${chains.join(' and ')} blockchain${chains.length === 1 ? '' : 's'}`
}
