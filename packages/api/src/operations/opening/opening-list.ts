import type { Opening, OpeningLine } from '@priormark/core/operations/endpoints'
import { type BackupSchedule, sampleAddress, sampleTrader, type Shop } from '@priormark/core/settings/groups'
import { isChainKind } from '@priormark/core/settings/policy/anchor-kind'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import { pageLinks } from './page-links.ts'

/** What the list “Before you open” depends on. */
export interface OpeningFacts {
  /** `test`: with Stripe's test keys. `stand_in`: without Stripe. */
  payments: 'live' | 'test' | 'stand_in'
  /** Whether emails leave the server. */
  hasMailServer: boolean
  policy: Pick<ServicePolicy, 'kinds' | 'chains'>
  shop: Shop
  hasReadLegal: boolean
  areReviewsSamples: boolean
  backups: { schedule: BackupSchedule; hasSucceeded: boolean }
  /** The names of owners without an address. */
  ownersWithoutEmail: readonly string[]
}

/** Returns the lines of the list, each with whether it is done. */
export function openingLines(facts: OpeningFacts): OpeningLine[] {
  const { payments, hasMailServer, policy, shop, hasReadLegal, areReviewsSamples, ownersWithoutEmail } = facts
  const { schedule, hasSucceeded } = facts.backups
  const isManual = policy.kinds.includes('manual') && !policy.kinds.some(isChainKind)
  const samples = sampleFields(shop)
  const isHttps = shop.publicUrl.startsWith('https:')
  const hasBackups = schedule === 'elsewhere' || (schedule !== 'off' && hasSucceeded)
  const lines = [
    {
      id: 'payments',
      title: 'Payments',
      links: [pageLinks.payments],
      isDone: payments === 'live',
      text: paymentTexts[payments],
    },
    {
      id: 'emails',
      title: 'Emails',
      links: [pageLinks.mailServer],
      isDone: hasMailServer,
      text: hasMailServer
        ? 'A mail server sends them.'
        : 'They are written to files, and customers get none. Set a mail server (SMTP).',
    },
    {
      id: 'recording',
      title: 'Where works are recorded',
      links: [pageLinks.recording],
      isDone: isManual || policy.chains.length > 0,
      text: isManual ? 'Manually: an administrator enters each link.' : chainsText(policy.chains),
    },
    {
      id: 'trader',
      title: 'Trader and support address',
      links: [
        { ...pageLinks.business, path: `${pageLinks.business.path}#${samples[0]?.field ?? 'tradingName'}` },
      ],
      isDone: samples.length === 0,
      text:
        samples.length === 0
          ? `${shop.tradingName}, ${shop.supportEmail}.`
          : `${sampleText(samples)} Enter yours: the law requires them.`,
    },
    {
      id: 'legal',
      title: 'Terms and privacy read',
      links: [pageLinks.terms, pageLinks.privacy, pageLinks.legal],
      isDone: hasReadLegal,
      text: hasReadLegal
        ? 'You have read both.'
        : 'They bind you. Read both once, change what doesn’t fit, then tick this line.',
    },
    {
      id: 'reviews',
      title: 'Reviews',
      links: [pageLinks.shopTexts],
      isDone: !areReviewsSamples,
      text: areReviewsSamples
        ? 'They are samples. Replace them with those of your customers, or remove them.'
        : 'None is a sample.',
    },
    {
      id: 'https',
      title: 'Address with https',
      links: [pageLinks.deployment],
      isDone: isHttps,
      text: isHttps
        ? `${shop.publicUrl}.`
        : `The shop’s address is ${shop.publicUrl}. Put a proxy with a certificate in front, and set PUBLIC_URL.`,
    },
    {
      id: 'backups',
      title: 'Backups',
      links: [pageLinks.backups],
      isDone: hasBackups,
      text: hasBackups ? backupsText(schedule) : missingBackupText(schedule),
    },
    {
      id: 'owner_email',
      title: 'Email address of the owner',
      links: [pageLinks.account],
      isDone: ownersWithoutEmail.length === 0,
      text:
        ownersWithoutEmail.length === 0
          ? 'A forgotten password can be reset by email.'
          : `${listText(ownersWithoutEmail)} ${ownersWithoutEmail.length === 1 ? 'has' : 'have'} no confirmed address, so a forgotten password can only be reset on the server.`,
    },
  ]
  // An owner ticks it, because no setting shows it.
  return lines.map((line) => ({ ...line, isTicked: line.id === 'legal' }))
}

const paymentTexts: Record<OpeningFacts['payments'], string> = {
  live: 'Stripe charges cards.',
  test: 'Stripe’s test keys are set: no card is charged. Use the live keys.',
  stand_in: 'Payments are a test: no card is charged. Set Stripe’s keys.',
}

const listText = (names: readonly string[]) => new Intl.ListFormat('en-US').format(names)

function chainsText(chains: readonly string[]): string {
  return chains.length > 0
    ? `On ${listText(chains)}.`
    : 'Only on a test chain, which proves nothing to others. Choose a public chain.'
}

function backupsText(schedule: BackupSchedule): string {
  return schedule === 'elsewhere' ? 'Another program makes them.' : `They are made ${schedule}.`
}

function missingBackupText(schedule: BackupSchedule): string {
  return schedule === 'off' ? 'None is scheduled. Choose a schedule.' : 'None has been made yet. Run one now.'
}

/** A field of the business settings that still has a sample. */
interface SampleField {
  field: keyof Shop
  label: string
  /** Such as 'ends in .example'. */
  problem: string
}

/** Returns which of the trader's details are samples. */
export function sampleFields({ tradingName, tradingAddress, supportEmail }: Shop): SampleField[] {
  const samples: SampleField[] = []
  const isSample = 'is the sample'
  if (tradingName === sampleTrader)
    samples.push({ field: 'tradingName', label: 'trading name', problem: isSample })
  if (tradingAddress === sampleAddress)
    samples.push({ field: 'tradingAddress', label: 'address', problem: isSample })
  if (supportEmail.endsWith('.example'))
    samples.push({ field: 'supportEmail', label: 'support email', problem: 'ends in .example' })
  return samples
}

/** Returns a sentence such as 'The support email ends in .example.' */
export function sampleText(samples: readonly SampleField[]): string {
  const parts = samples.map(({ label, problem }) => `the ${label} ${problem}`)
  const text = listText(parts)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** What the admin cannot do, with the document that explains it. */
export const onServer: Opening['onServer'] = [
  { text: 'Domain and proxy: a proxy with a certificate serves your domain.', link: pageLinks.deployment },
  { text: 'Database: DATABASE_URL names your PostgreSQL.', link: pageLinks.deployment },
  { text: 'Bucket: S3_* keeps files off this machine.', link: pageLinks.configuration },
  {
    text: 'Encryption key: ENCRYPTION_KEY protects secrets in a copy of the database.',
    link: pageLinks.configuration,
  },
  { text: 'Upgrades: a new version is installed on the server.', link: pageLinks.upgrading },
  { text: 'Restore: a backup is restored into an empty database and storage.', link: pageLinks.restore },
]
