import { readFile } from 'node:fs/promises'
import type { Middleware } from 'koa'
import { findTransaction } from './chain-transaction.ts'
import type { ChainRpc } from './chain-rpc.ts'
import { silentPage, transactionPage, unknownPage } from './transaction-page.ts'

/** Where the pages of the chain are. */
const prefix = '/__chain'

const transactionPath = /^\/__chain\/tx\/(0x[0-9a-f]{64})$/i

/** The pages need nothing but their own style. */
const policy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Shows what the chain holds, as an explorer does for a public one. Changes nothing; answers /__chain alone. */
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

interface Answer {
  status: number
  page: string
}

async function pageOf(rpc: ChainRpc, hash: string, chainId: number): Promise<Answer> {
  try {
    const transaction = await findTransaction(rpc, hash)
    return transaction === null
      ? unknown(chainId)
      : { status: 200, page: transactionPage(transaction, chainId) }
  } catch {
    // The chain is being started again.
    return { status: 503, page: silentPage(chainId) }
  }
}

function unknown(chainId: number): Answer {
  return { status: 404, page: unknownPage(chainId) }
}
