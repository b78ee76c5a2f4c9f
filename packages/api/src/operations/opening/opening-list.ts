import type { Opening, OpeningLine } from '@priormark/core/operations/opening/endpoints'
import type { BackupSchedule } from '@priormark/core/settings/backup'
import { isChainKind } from '@priormark/core/settings/policy/anchor-kind'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import { pageLinks } from './page-links.ts'
import { sampleAddress, sampleTrader, type Shop } from '@priormark/core/settings/groups'

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

/** A line of the list. `isTicked` says that an owner ticks it; by default it is false. */
type Line = Omit<OpeningLine, 'isTicked'> & Partial<Pick<OpeningLine, 'isTicked'>>

/** Returns the lines of the list, each with whether it is done. */
export function openingLines(facts: OpeningFacts): OpeningLine[] {
  const lines: Line[] = [
    paymentsLine(facts),
    emailsLine(facts),
    recordingLine(facts),
    traderLine(facts),
    legalLine(facts),
    reviewsLine(facts),
    httpsLine(facts),
    backupLine(facts),
    ownerEmailLine(facts),
  ]
  return lines.map((line) => ({ isTicked: false, ...line }))
}

function paymentsLine({ payments: mode }: OpeningFacts): Line {
  const texts = {
    live: 'Stripe charges cards.',
    test: 'Stripe’s test keys are set: no card is charged. Use the live keys.',
    stand_in: 'Payments are a test: no card is charged. Set Stripe’s keys.',
  }
  return {
    id: 'payments',
    title: 'Payments',
    links: [pageLinks.payments],
    isDone: mode === 'live',
    text: texts[mode],
  }
}

function emailsLine({ hasMailServer: isDone }: OpeningFacts): Line {
  return {
    id: 'emails',
    title: 'Emails',
    links: [pageLinks.mailServer],
    isDone,
    text: isDone
      ? 'A mail server sends them.'
      : 'They are written to files, and customers get none. Set a mail server (SMTP).',
  }
}

function recordingLine({ policy: { kinds, chains } }: OpeningFacts): Line {
  const isManual = kinds.includes('manual') && !kinds.some(isChainKind)
  const chainNames = new Intl.ListFormat('en-US').format(chains)
  const testChainText = 'Only on a test chain, which proves nothing to others. Choose a public chain.'
  const onChains = chains.length > 0 ? `On ${chainNames}.` : testChainText
  return {
    id: 'recording',
    title: 'Where works are recorded',
    links: [pageLinks.recording],
    isDone: isManual || chains.length > 0,
    text: isManual ? 'Manually: an administrator enters each link.' : onChains,
  }
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
  const text = new Intl.ListFormat('en-US').format(parts)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function traderLine({ shop }: OpeningFacts): Line {
  const samples = sampleFields(shop)
  const isDone = samples.length === 0
  return {
    id: 'trader',
    title: 'Trader and support address',
    links: [
      { ...pageLinks.business, path: `${pageLinks.business.path}#${samples[0]?.field ?? 'tradingName'}` },
    ],
    isDone,
    text: isDone
      ? `${shop.tradingName}, ${shop.supportEmail}.`
      : `${sampleText(samples)} Enter yours: the law requires them.`,
  }
}

function legalLine({ hasReadLegal: isDone }: OpeningFacts): Line {
  return {
    id: 'legal',
    title: 'Terms and privacy read',
    links: [pageLinks.terms, pageLinks.privacy, pageLinks.legal],
    isTicked: true,
    isDone,
    text: isDone
      ? 'You have read both.'
      : 'They bind you. Read both once, change what doesn’t fit, then tick this line.',
  }
}

function reviewsLine({ areReviewsSamples }: OpeningFacts): Line {
  return {
    id: 'reviews',
    title: 'Reviews',
    links: [pageLinks.shopTexts],
    isDone: !areReviewsSamples,
    text: areReviewsSamples
      ? 'They are samples. Replace them with those of your customers, or remove them.'
      : 'None is a sample.',
  }
}

function httpsLine({ shop: { publicUrl } }: OpeningFacts): Line {
  const isDone = publicUrl.startsWith('https:')
  return {
    id: 'https',
    title: 'Address with https',
    links: [pageLinks.deployment],
    isDone,
    text: isDone
      ? `${publicUrl}.`
      : `The shop’s address is ${publicUrl}. Put a proxy with a certificate in front, and set PUBLIC_URL.`,
  }
}

function backupLine({ backups: { schedule, hasSucceeded } }: OpeningFacts): Line {
  const isDone = schedule === 'elsewhere' || (schedule !== 'off' && hasSucceeded)
  const openText =
    schedule === 'off' ? 'None is scheduled. Choose a schedule.' : 'None has been made yet. Run one now.'
  const doneText = schedule === 'elsewhere' ? 'Another program makes them.' : `They are made ${schedule}.`
  return {
    id: 'backups',
    title: 'Backups',
    links: [pageLinks.backups],
    isDone,
    text: isDone ? doneText : openText,
  }
}

function ownerEmailLine({ ownersWithoutEmail }: OpeningFacts): Line {
  const isDone = ownersWithoutEmail.length === 0
  const names = new Intl.ListFormat('en-US').format(ownersWithoutEmail)
  return {
    id: 'owner_email',
    title: 'Email address of the owner',
    links: [pageLinks.account],
    isDone,
    text: isDone
      ? 'A forgotten password can be reset by email.'
      : `${names} ${ownersWithoutEmail.length === 1 ? 'has' : 'have'} no confirmed address, so a forgotten password can only be reset on the server.`,
  }
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
