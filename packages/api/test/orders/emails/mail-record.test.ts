import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OutgoingMail } from '../../../src/platform/mail/mail-transport.ts'
import { sendMailHandler } from '../../../src/orders/emails/send-mail.ts'
import { recordProgress } from '../../../src/proofs/anchors/anchor-progress.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { inBlock, leafOf, sealOrders } from '../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import { mailExtras } from '../../../testing/mail-fixtures.ts'

let database: Database
const sent: OutgoingMail[] = []

beforeEach(async () => {
  database = await openTestDatabase()
  sent.length = 0
})

afterEach(() => database.close())

/** Sends the mails that were queued since the last call. */
async function sendQueued(jobs: { mailIds: string[] }): Promise<void> {
  const handler = sendMailHandler({
    ...mailExtras,
    database,
    transport: { send: async (mail) => void sent.push(mail) },
    makeEvidence: async () => ({ fileName: 'evidence.zip', bytes: new Uint8Array(3) }),
    log: silentLog,
  })
  for (const mailId of jobs.mailIds.splice(0)) await handler({ mailId }, new AbortController().signal)
}

/** What a mail carries, and which of the two pages it leads to. */
const summaryOf = ({ name, files, text }: OutgoingMail, proofId: string) => ({
  kind: name.split('-')[0],
  files: files.map(({ fileName }) => fileName),
  leadsToProof: text.includes(`/verify?proof=${proofId}`),
  leadsToChain: text.includes('https://chain.example/tx/'),
})

test('mails the page that stays right at the first block, and evidence once blocks are final', async () => {
  const jobs = recordedQueue()
  const deps = { database, jobs }
  const { orderIds, anchors } = await sealOrders(deps, 1, ['evm', 'opentimestamps'])
  const { evm = '', opentimestamps = '' } = anchors
  const { id: proofId } = await leafOf(database, orderIds[0] ?? '')
  await sendQueued(jobs)
  const [confirmation] = sent.splice(0)
  expect(confirmation?.name).toContain('confirmation')

  await recordProgress(deps, evm, inBlock('included', 80))
  await sendQueued(jobs)
  // The block is replaced by one with another transaction: what was mailed is still right.
  await recordProgress(deps, evm, { state: 'submitted' })
  await recordProgress(deps, evm, inBlock('included', 81))
  await sendQueued(jobs)
  await recordProgress(deps, evm, inBlock('final', 81))
  await sendQueued(jobs)
  await recordProgress(deps, opentimestamps, inBlock('final', 82))
  await sendQueued(jobs)
  expect(sent.map((mail) => summaryOf(mail, proofId))).toEqual([
    { kind: 'fulfillment', files: [], leadsToProof: true, leadsToChain: false },
    { kind: 'evidence', files: ['evidence.zip'], leadsToProof: true, leadsToChain: true },
    { kind: 'evidence', files: ['evidence.zip'], leadsToProof: true, leadsToChain: true },
  ])
  expect(sent.map(({ text }) => /NOTHING IS MISSING|WHAT COMES NEXT/.exec(text)?.[0])).toEqual([
    undefined,
    'WHAT COMES NEXT',
    'NOTHING IS MISSING',
  ])
})

test('sends the evidence once if its mail was late and the block became final meanwhile', async () => {
  const jobs = recordedQueue()
  const deps = { database, jobs }
  const { orderIds, anchors } = await sealOrders(deps, 1)
  const { id: proofId } = await leafOf(database, orderIds[0] ?? '')
  await sendQueued(jobs)
  sent.length = 0
  await recordProgress(deps, anchors['evm'] ?? '', inBlock('included', 83))
  await recordProgress(deps, anchors['evm'] ?? '', inBlock('final', 83))
  await sendQueued(jobs)
  expect(sent.map((mail) => summaryOf(mail, proofId))).toEqual([
    { kind: 'fulfillment', files: [], leadsToProof: true, leadsToChain: true },
    { kind: 'evidence', files: ['evidence.zip'], leadsToProof: true, leadsToChain: true },
  ])
})
