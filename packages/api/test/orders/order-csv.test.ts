import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { cases, propertyRuns } from '@priormark/core/testing/depth'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ordersCsv } from '../../src/orders/order-csv.ts'
import type { OrderColumns } from '../../src/orders/order-list.ts'

const formula = '1+cmd|x!A0'
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const attacks = signs.flatMap((sign) =>
  [
    '',
    ' ',
    '\t',
    '\r',
    '\n',
    'a;',
    'a\t',
    'a\n',
    'a\r\n',
    'a;"',
    'a;""',
    '";',
    'a; ',
    '"\n',
    '\u0000',
    'a;\u200B',
  ].map((before) => `${before}${sign}${formula}`),
)

function orderWith(projectName: string): OrderColumns {
  return {
    id: 'order',
    number: 1042,
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace@example.org',
    projectName,
    projectDescription: 'Three verses',
    fileName: 'song.wav',
    fileSize: 1_048_576,
    fileSha256: 'ab'.repeat(32),
    storageKey: null,
    createdAt: new Date('2026-01-02T03:04:05.006Z'),
    status: 'paid',
    amountCents: 897,
    paymentConfirmed: true,
    paymentIntentId: null,
    paymentState: 'paid',
    refundedCents: 0,
    dispute: null,
    secondDispute: null,
    paidAt: null,
    startRequestedAt: null,
    completedAt: null,
    blockchainLink: null,
    hasFailedRefund: false,
    hasLeaf: true,
    confirmationEmailSent: true,
    fulfillmentEmailSent: false,
  }
}

async function* each(...orders: OrderColumns[]) {
  yield* orders.map((order) => ({ order, money: null }))
}

const csvOf = (...names: string[]) => text(ordersCsv(each(...names.map(orderWith))))

/** Parses CSV by RFC 4180 with any separator. A quote inside an unquoted cell is an ordinary character. */
function parseCsv(csv: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let n = 0; n < csv.length; n += 1) {
    const character = csv.charAt(n)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (csv[n + 1] === '"') cell += csv.charAt((n += 1))
      else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator || character === '\n' || character === '\r') {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell]
}

/** Parses CSV like a program that does not support quotes. */
const splitCsv = (csv: string, separator: string) => csv.split(new RegExp(`[${separator}\\r\\n]`))

/** Whether a spreadsheet could run a cell, even if it trims it or drops quotes and invisible characters. */
const isFormula = (cell: string) => /^["\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell)

describe('the CSV of orders', () => {
  test.each([
    ['a comma', (csv: string) => parseCsv(csv, ',')],
    ['a semicolon', (csv: string) => parseCsv(csv, ';')],
    ['a tab', (csv: string) => parseCsv(csv, '\t')],
    ['a semicolon, without quotes', (csv: string) => splitCsv(csv, ';')],
    ['a tab, without quotes', (csv: string) => splitCsv(csv, '\t')],
  ])('has no formula for a reader whose separator is %s', async (_, read) => {
    for (const attack of attacks) {
      expect(read(await csvOf(attack)).filter(isFormula), JSON.stringify(attack)).toEqual([])
    }
    const part = fc.constantFrom(...signs, ';', '\t', '\n', '\r', '"', "'", ' ', ',', 'a', '\u0000', '\u2028')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: part }), async (name) => {
        expect(read(await csvOf(name)).filter(isFormula)).toEqual([])
      }),
      propertyRuns({ normal: 150, deep: 20_000 }),
    )
  })

  test('takes time in proportion to a run of separators, so that no order stops the server during an export', async () => {
    // Quadratic time is over the limit of a test here, and a millisecond is not.
    const name = `Ships${'\t\n'.repeat(400_000)}sail`
    expect(parseCsv(await csvOf(name), ',')).toContain(name)
  })

  test('has the column names and a line for each order, with empty cells for missing values', async () => {
    const [head, first, second, ...rest] = (await csvOf('Ships', 'Boats')).split('\r\n')
    expect(head).toBe(
      '\uFEFF"Order","Ordered at","Status","First name","Last name","Email","Project name","Project description","File name",' +
        '"File size (bytes)","SHA-256","Currency","Amount","Payment","Paid at","Refunded","Dispute","Completed at",' +
        '"Confirmation email sent","Fulfillment email sent","Blockchain link","Number","Payment ID","Last refunded at",' +
        '"Disputed","Disputed at","Dispute returned at","Stripe fees","Net"',
    )
    const line = (name: string) =>
      `"order","2026-01-02 03:04","paid","Grace","Hopper","grace@example.org","${name}","Three verses",` +
      `"song.wav","1048576","${'ab'.repeat(32)}","USD","8.97","paid","","0","","","yes","no","","#1042","","","","","","",""`
    expect([first, second, rest]).toEqual([line('Ships'), line('Boats'), ['']])
  })

  test('tells a payment that came another way from none', async () => {
    const order = { ...orderWith('By bank'), paymentState: 'unpaid' } as const
    const csv = await text(ordersCsv(each(order, { ...order, paymentConfirmed: false })))
    expect(csv.match(/"8.97","([^"]*)"/g)).toEqual(['"8.97","marked as paid"', '"8.97","unpaid"'])
  })

  test('has disputes, fees and refunds, and times in the shop’s time zone', async () => {
    const order: OrderColumns = {
      ...orderWith('Ships'),
      createdAt: new Date('2026-11-01T02:30:00Z'),
      paidAt: new Date('2026-11-01T02:31:00Z'),
      completedAt: new Date('2026-11-01T02:32:00Z'),
      paymentState: 'disputed',
      dispute: { reason: 'fraudulent', status: 'needs_response', respondBy: null },
      confirmationEmailSent: false,
      fulfillmentEmailSent: true,
      blockchainLink: 'https://chain.example/tx/1',
    }
    const at = new Date('2026-11-02T12:00:00Z')
    const money = {
      orderId: 'order',
      refundedAt: at,
      disputedCents: 897,
      disputedAt: at,
      disputeReturnedAt: null,
      feeCents: 1_556,
      netCents: -1_556,
    }
    const orders = (async function* () {
      yield { order: { ...order, paymentIntentId: 'pi_1' }, money }
    })()
    const [, line = ''] = (await text(ordersCsv(orders, 'America/New_York'))).split('\r\n')
    expect(line).toContain('"order","2026-10-31 22:30"')
    expect(line.slice(line.indexOf('"USD"'))).toBe(
      '"USD","8.97","disputed","2026-10-31 22:31","0","needs response","2026-10-31 22:32",' +
        '"no","yes","https://chain.example/tx/1","#1042","pi_1","2026-11-02 07:00","8.97","2026-11-02 07:00","","15.56","-15.56"',
    )
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['Ships;=1+1', "Ships;'=1+1"],
    ['\t@sum', "'\t'@sum"],
  ])('has an apostrophe before each formula in %j, and nothing else changed', async (name, written) => {
    expect(await csvOf(name)).toContain(`,"${written}",`)
  })

  test('leaves the times of events empty that have not happened, whatever the time zone', async () => {
    const csv = await text(ordersCsv(each(orderWith('Ships')), 'America/New_York'))
    expect(csv).toContain('"8.97","paid","","0","","","yes","no","","#1042"')
  })

  test('quotes every cell, and keeps ordinary text unchanged', async () => {
    const name = 'Say "hi", it’s 1=1; a - b: half-done'
    const csv = await csvOf(name)
    expect(csv).toContain(',"Say ""hi"", it’s 1=1; a - b: half-done",')
    expect(parseCsv(csv, ',')).toContain(name)
  })
})

const soffice = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0)

describe.skipIf(soffice === undefined)('LibreOffice (skipped without libreoffice-calc-nogui)', () => {
  const separators = [
    { name: 'a comma', code: '44', date: 'office:date-value="2026-01-02T03:04:00"' },
    // The file has commas, so with others a date is in the middle of a text.
    { name: 'a semicolon', code: '59', date: '2026-01-02 03:04' },
    { name: 'a tab', code: '9', date: '2026-01-02 03:04' },
  ]
  test.each(separators.slice(0, cases({ normal: 1, deep: Infinity })))(
    'finds no formula, and the dates, with $name as separator',
    async ({ code, date }) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'priormark-csv-'))
      try {
        writeFileSync(path.join(folder, 'orders.csv'), await csvOf(...attacks))
        const result = spawnSync(soffice ?? '', [
          `-env:UserInstallation=file://${folder}/profile`,
          '--headless',
          // Separator, quote, UTF-8, first line, formats, language, quoted cells as text: no, detect special numbers: yes.
          `--infilter=CSV:${code},34,76,1,,0,false,true`,
          '--convert-to',
          'fods',
          '--outdir',
          folder,
          path.join(folder, 'orders.csv'),
        ])
        expect(result.status, result.stderr.toString()).toBe(0)
        const sheet = readFileSync(path.join(folder, 'orders.fods'), 'utf8')
        expect(sheet).toContain('Three verses')
        expect(sheet).not.toContain('table:formula=')
        expect(sheet).toContain(date)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
})
