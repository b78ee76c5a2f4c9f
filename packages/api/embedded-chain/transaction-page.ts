import { html, type Html } from '../src/platform/mail/mail-html.ts'
import type { ShownTransaction, TransactionData } from './chain-transaction.ts'

/** The text that the tag's bytes encode. */
const tagText = 'priormark'

/** Returns the page of a transaction. */
export function transactionPage({ hash, from, to, data, block }: ShownTransaction, chainId: number): string {
  const title = block === null ? 'Waiting for a block' : `Recorded in block ${block.number}`
  return page(
    title,
    chainId,
    html`<p class="lead">${message(data, block)}</p>
      ${dataSection(data)}
      <h2>The transaction</h2>
      <dl>
        ${row('Transaction', code(hash))} ${block === null ? '' : blockRows(block)} ${row('From', code(from))}
        ${row('To', to === null ? 'none' : code(to))}
      </dl>`,
  )
}

/** Returns the page of a transaction that the chain does not know. */
export function unknownPage(chainId: number): string {
  return page(
    'Not on this chain',
    chainId,
    html`<p class="lead">
      This test chain has no such transaction. It may have been recorded on an earlier test chain whose file
      has been deleted.
    </p>`,
  )
}

/** Returns the page that is shown while the chain does not respond. */
export function unavailablePage(chainId: number): string {
  return page(
    'The test chain is not responding',
    chainId,
    html`<p class="lead">It restarts automatically within a few seconds. Then reload this page.</p>`,
  )
}

function message(data: TransactionData, block: ShownTransaction['block']): string {
  const what = data.kind === 'root' ? 'The root of a batch' : 'Data that is not one of our roots'
  if (block === null) return `${what} was sent to the chain and is not in a block yet.`
  if (!block.isSuccess) return `${what} is in this block, but the transaction failed.`
  const end = block.isFinal ? 'The block is final.' : 'The block is not final yet.'
  return `${what} existed no later than the time of this block. ${end}`
}

function dataSection(data: TransactionData): Html {
  if (data.kind === 'other') {
    return html`<h2>Its data</h2>
      <dl>${row('Data', data.data === '' ? 'none' : code(data.data))}</dl>`
  }
  return html`<h2>Its data, in three parts</h2>
    <dl class="data">
      ${row('Tag', html`${code(data.tag)} <span class="note">the word '${tagText}'</span>`)}
      ${row('Version', code(data.version))}
      ${row('Root', html`${code(data.root)} <span class="note">the same as in each proof.json of the batch</span>`)}
    </dl>`
}

function blockRows(block: NonNullable<ShownTransaction['block']>): Html {
  const time = block.time.toISOString()
  const utc = `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`
  return html`${row('Block', html`${String(block.number)}, ${block.isFinal ? 'final' : 'not final yet'}`)}
  ${row('Block hash', code(block.hash))}
  ${row('Time of the block', html`<time datetime="${time}">${utc}</time>`)}
  ${row('Gas used', block.gasUsed.toLocaleString('en'))}`
}

function row(name: string, value: Html | string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function code(text: string): Html {
  return html`<code>${text}</code>`
}

function page(title: string, chainId: number, main: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} - test chain</title>
        <link rel="stylesheet" href="/__chain/chain.css" />
      </head>
      <body>
        <p class="banner">
          Test chain ${String(chainId)}. It runs only on this machine, and proves nothing to others.
        </p>
        <main>
          <p class="kind">
            <svg viewBox="0 0 24 24" width="22" height="22" fill="none" aria-hidden="true">
              <path d="M12 0v24M0 12h24" stroke="currentColor" stroke-width="1.5" />
              <circle cx="12" cy="12" r="8" stroke="currentColor" stroke-width="1.5" />
              <path d="M12 12V4a8 8 0 0 1 8 8Z" fill="currentColor" />
            </svg>
            Test chain
          </p>
          <h1>${title}</h1>
          ${main}
          <p class="end"><a href="/">Back to the site</a></p>
        </main>
      </body>
    </html> `.source
}
