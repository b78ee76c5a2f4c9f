import { describe, expect, it } from 'vitest'
import { ordersCsv } from '../../src/orders/order-csv.ts'
import { orderEventView, orderSummary, orderView, type OrderColumns } from '../../src/orders/order-view.ts'
import { Order } from '../../src/orders/order-entity.ts'
import { OrderEvent } from '../../src/orders/order-event-entity.ts'

const columns: OrderColumns = {
  id: 'order',
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.org',
  projectName: 'Ships',
  projectDescription: 'Three verses',
  fileName: 'song.wav',
  fileSize: 1_048_576,
  fileSha256: 'ab'.repeat(32),
  storageKey: 'ab/cd',
  createdAt: new Date('2026-01-02T03:04:05.006Z'),
  status: 'completed',
  amountCents: 897,
  paymentConfirmed: true,
  paymentIntentId: 'pi_1',
  paymentState: 'partially_refunded',
  refundedCents: 150,
  paidAt: '2026-01-03T00:00:00+01:00',
  completedAt: new Date('2026-01-04T00:00:00Z'),
  confirmationEmailSent: true,
  fulfillmentEmailSent: false,
  blockchainLink: 'https://example.org/tx',
}

const bare = {
  storageKey: null,
  paymentIntentId: null,
  paidAt: null,
  completedAt: null,
  blockchainLink: null,
}

describe('orderView', () => {
  it('shows amounts in dollars and moments in ISO 8601', () => {
    expect(orderView(columns)).toEqual({
      id: 'order',
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.org',
      projectName: 'Ships',
      projectDescription: 'Three verses',
      fileName: 'song.wav',
      fileSize: 1_048_576,
      fileSha256: 'ab'.repeat(32),
      fileAvailable: true,
      createdAt: '2026-01-02T03:04:05.006Z',
      status: 'completed',
      paymentAmount: 8.97,
      paymentConfirmed: true,
      paymentIntentId: 'pi_1',
      paymentState: 'partially_refunded',
      refundedAmount: 1.5,
      paidAt: '2026-01-02T23:00:00.000Z',
      completedAt: '2026-01-04T00:00:00.000Z',
      confirmationEmailSent: true,
      fulfillmentEmailSent: false,
      blockchainLink: 'https://example.org/tx',
    })
  })

  it('shows null for what an order does not have', () => {
    const expected = { fileAvailable: false, paymentIntentId: null, paidAt: null, completedAt: null }
    const { storageKey: _s, paymentIntentId: _p, paidAt: _a, completedAt: _c, ...missing } = columns
    expect(orderView({ ...columns, ...bare })).toMatchObject({ ...expected, blockchainLink: null })
    expect(orderView(missing)).toMatchObject(expected)
  })
})

describe('orderSummary', () => {
  const order = Object.assign(new Order(), columns, { visitorId: 'visitor', accessKey: 'key' })

  it('shows the work and the key of the page only to the visitor who ordered', () => {
    const payable = { orderId: 'order', paymentAmount: 8.97, status: 'completed' }
    const work = { projectName: 'Ships', fileName: 'song.wav', fileSize: 1_048_576, sha256: 'ab'.repeat(32) }
    expect(orderSummary(order, ['newest', 'visitor'])).toEqual({ ...payable, work, key: 'key' })
    expect(orderSummary(order, ['another'])).toEqual({ ...payable, work: null, key: null })
    expect(orderSummary(order, [])).toEqual({ ...payable, work: null, key: null })
  })
})

describe('orderEventView', () => {
  it('shows a line with or without a detail', () => {
    const line = { id: 'line', at: new Date(0), kind: 'note', actor: 'ada' } as const
    const view = { ...line, at: '1970-01-01T00:00:00.000Z' }
    expect(orderEventView(Object.assign(new OrderEvent(), line, { detail: 'text' }))).toEqual({
      ...view,
      detail: 'text',
    })
    expect(orderEventView(Object.assign(new OrderEvent(), line))).toEqual({ ...view, detail: null })
  })
})

describe('ordersCsv', () => {
  async function csv(...orders: OrderColumns[]): Promise<string> {
    const rows = async function* () {
      yield* orders
    }
    const chunks: unknown[] = []
    for await (const chunk of ordersCsv(rows())) chunks.push(chunk)
    return chunks.join('')
  }
  const nameCell = async (firstName: string) => {
    const [, line = ''] = (await csv({ ...columns, firstName, createdAt: new Date(0) })).split(
      /\r\n(?=order,|$)/,
    )
    return line.slice('order,1970-01-01T00:00:00.000Z,completed,'.length, line.indexOf(',Hopper'))
  }

  it('begins with a byte order mark and the names of the columns', async () => {
    expect(await csv()).toBe(
      '\uFEFFid,createdAt,status,firstName,lastName,email,projectName,projectDescription,fileName,fileSize,' +
        'fileSha256,paymentAmount,paymentState,refundedAmount,paidAt,completedAt,confirmationEmailSent,' +
        'fulfillmentEmailSent,blockchainLink\r\n',
    )
  })

  it('has a line for each order, with empty cells for what it does not have', async () => {
    const [, ...lines] = (await csv(columns, { ...columns, ...bare })).split('\r\n')
    const first = `order,2026-01-02T03:04:05.006Z,completed,Grace,Hopper,grace@example.org,Ships,Three verses,song.wav,1048576,${'ab'.repeat(32)},8.97,partially_refunded,1.5`
    expect(lines).toEqual([
      `${first},2026-01-02T23:00:00.000Z,2026-01-04T00:00:00.000Z,true,false,https://example.org/tx`,
      `${first},,,true,false,`,
      '',
    ])
  })

  it.each([
    ['a comma', 'A, B', '"A, B"'],
    ['quotes', 'A "B" "C"', '"A ""B"" ""C"""'],
    ['a line break', 'A\nB', '"A\nB"'],
    ['a carriage return', 'A\rB', '"A\rB"'],
    ['a formula', '=1+1', "'=1+1"],
    ['a number with a sign', '+1', "'+1"],
    ['a minus', '-1', "'-1"],
    ['an at sign', '@SUM', "'@SUM"],
    ['a tab first', '\tA', "'\tA"],
    ['a carriage return first', '\rA', '"\'\rA"'],
    ['an equals sign inside', 'A=1', 'A=1'],
    ['a formula with quotes', '="A"', '"\'=""A"""'],
  ])('writes %s as text', async (_title, name, expected) => {
    expect(await nameCell(name)).toBe(expected)
  })

  it('leaves a negative number a number', async () => {
    expect(await csv({ ...columns, refundedCents: -150 })).toContain(',-1.5,')
  })
})
