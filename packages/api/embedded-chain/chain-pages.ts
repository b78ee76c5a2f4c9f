import { readFile } from 'node:fs/promises'
import type { Middleware } from 'koa'
import { findTransaction } from './chain-transaction.ts'
import type { ChainRpc } from './chain-rpc.ts'
import { unavailablePage, transactionPage, unknownPage } from './transaction-page.ts'

/** The path of the chain's pages. */
const prefix = '/__chain'

const transactionPath = /^\/__chain\/tx\/(0x[0-9a-f]{64})$/i

/** The pages load nothing but their own style. */
const policy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Shows the chain's transactions, as an explorer does for a public chain. Read-only; handles only /__chain. */
export function chainPages(rpc: ChainRpc, chainId: number): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(`${prefix}/`)) return next()
    ctx.set('Content-Security-Policy', policy)
    ctx.set('Cache-Control', 'no-store')
    if (ctx.path === `${prefix}/chain.css`) {
      ctx.type = 'text/css; charset=utf-8'
      ctx.body = await readFile(new URL('browser/chain.css', import.meta.url))
      return
    }
    const hash = transactionPath.exec(ctx.path)?.[1]?.toLowerCase() ?? null
    const { status, page } = hash === null ? unknown(chainId) : await pageOf(rpc, hash, chainId)
    ctx.status = status
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = page
  }
}

interface PageResponse {
  status: number
  page: string
}

async function pageOf(rpc: ChainRpc, hash: string, chainId: number): Promise<PageResponse> {
  try {
    const transaction = await findTransaction(rpc, hash)
    return transaction === null
      ? unknown(chainId)
      : { status: 200, page: transactionPage(transaction, chainId) }
  } catch {
    // The chain is being restarted.
    return { status: 503, page: unavailablePage(chainId) }
  }
}

function unknown(chainId: number): PageResponse {
  return { status: 404, page: unknownPage(chainId) }
}
