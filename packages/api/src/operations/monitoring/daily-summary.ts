import * as v from 'valibot'
import { addDays, dayIn, formatDay, minuteOfDay } from '@priormark/core/platform/dates'
import { type Income, incomeText } from '@priormark/core/orders/overview/endpoints'
import type { Shop } from '@priormark/core/settings/groups'
import { html } from '../../platform/mail/mail-html.ts'
import type { MailTransport, OutgoingMail } from '../../platform/mail/mail-transport.ts'
import { orderConditions } from '@priormark/core/orders/order-conditions'
import { conditionSql } from '../../order-book/order-condition-sql.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import { readRow } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'
import type { HealthIssue } from './health-issue.ts'
import type { HealthReport } from './health-issues.ts'
import { noIncome, readIncomes } from '../../orders/books/incomes.ts'

interface SummaryDeps {
  database: Database
  transport: MailTransport
  settings: SettingsSource
  findHealthIssues: () => Promise<HealthReport>
}

const Counts = v.object({
  ordered: v.number(),
  paid: v.number(),
  recorded: v.number(),
  toFulfill: v.number(),
})

type Figures = v.InferOutput<typeof Counts> & Income

const settingName = 'daily-summary'

/** How long a summary that could not be sent is retried, such as while the mail server is unavailable. */
const retryMinutes = 6 * 60

const minutesPerDay = 24 * 60

/**
 * Sends the summary of the day if it is due by the shop’s settings: what happened in the 24 hours before `now` and what needs a
 * person. Only one process sends it, once a day. A failed attempt is retried; if the process dies while sending, it is not sent
 * again.
 * @returns whether this call sent it
 */
export async function sendDueSummary(
  { database, transport, settings, findHealthIssues }: SummaryDeps,
  now = new Date(),
): Promise<boolean> {
  const { shop, timeZone, summary } = await settings.refresh()
  // Late in the evening, the next check or the next attempt may come after midnight.
  const minutesLate = (minuteOfDay(timeZone, now) - summary.minuteOfDay + minutesPerDay) % minutesPerDay
  if (!summary.isOn || minutesLate >= retryMinutes) return false
  const day = dayIn(timeZone, new Date(now.getTime() - minutesLate * 60_000))
  const em = database.fork()
  if (!(await claimDay(em, day))) return false
  try {
    const { issues } = await findHealthIssues()
    const figures = await readFigures(em, now)
    const mail = summaryMail({ shop, to: summary.to, day, now, figures, issues })
    await transport.send(mail, AbortSignal.timeout(60_000))
  } catch (error) {
    await queries(em).deleteFrom('setting').where('name', '=', settingName).where('value', '=', day).execute()
    throw error
  }
  return true
}

/**
 * Claims the day in a single statement, so that only one of several processes does. A stored day later than tomorrow is from a clock
 * that was ahead, and is replaced.
 */
async function claimDay(em: Em, day: string): Promise<boolean> {
  const claim = await queries(em)
    .insertInto('setting')
    .values({ name: settingName, value: day })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: day })
        .where((setting) =>
          setting.or([setting('setting.value', '<', day), setting('setting.value', '>', addDays(day, 1))]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return claim !== undefined
}

async function readFigures(em: Em, now: Date): Promise<Figures> {
  const from = new Date(now.getTime() - 24 * 3_600_000)
  const counts = await readRow(em, Counts)`
    select
      (select count(*)::int from orders where created_at >= ${from} and created_at < ${now}) as ordered,
      (select count(*)::int from orders where paid_at >= ${from} and paid_at < ${now}) as paid,
      (select count(*)::int from orders where completed_at >= ${from} and completed_at < ${now}) as recorded,
      (select count(*)::int from orders where ${conditionSql(orderConditions.isUnfulfilled)}) as "toFulfill"`
  const [income = noIncome] = await readIncomes(em, [{ since: from, until: now }])
  return { ...counts, ...income }
}

interface Summary {
  shop: Shop
  /** The recipient. */
  to: string
  /** The day that the summary is due on, which may have ended when a retry sends it. */
  day: string
  now: Date
  figures: Figures
  issues: HealthIssue[]
}

/** Returns the email, which contains only numbers and fixed texts, and no customer data. */
function summaryMail({ shop, to, day, now, figures, issues }: Summary): OutgoingMail {
  const lines = [
    `Ordered: ${figures.ordered}`,
    `Paid: ${figures.paid}`,
    `Money: ${incomeText(figures)}`,
    `Recorded: ${figures.recorded}`,
    `To fulfill now: ${figures.toFulfill}`,
  ]
  const issueTexts = issues.map(({ title, remedy }) => `${title}. ${remedy}`)
  const heading = issueTexts.length === 0 ? 'Everything looks good.' : 'Needs your attention'
  const healthUrl = `${shop.publicUrl}/admin/health`
  return {
    to: { name: shop.tradingName, address: to },
    replyTo: shop.supportEmail,
    subject: `${shop.name} on ${formatDay(day)}: ${figures.paid} paid${issueTexts.length === 0 ? '' : `, ${issueTexts.length} to look at`}`,
    text: [
      'The last 24 hours',
      ...lines,
      '',
      heading,
      ...issueTexts.map((issueText) => `- ${issueText}`),
      '',
      healthUrl,
      '',
    ].join('\n'),
    html: html`<!doctype html>
      <html lang="en">
        <body>
          <h1>The last 24 hours</h1>
          <ul>
            ${lines.map((line) => html`<li>${line}</li>`)}
          </ul>
          <h2>${heading}</h2>
          <ul>
            ${issueTexts.map((issueText) => html`<li>${issueText}</li>`)}
          </ul>
          <p><a href="${healthUrl}">${healthUrl}</a></p>
        </body>
      </html>`.source,
    image: null,
    files: [],
    messageId: `<summary.${day}@${new URL(shop.publicUrl).hostname}>`,
    date: now,
    name: `summary-${day}`,
  }
}
