import { createRequire, registerHooks } from 'node:module'
import process from 'node:process'
import { reversedHex } from '@priormark/core/proofs/proof/bitcoin-header'
import { sha256 } from '../../../../src/platform/sha256.ts'
import { startHttpStandIn, type HttpStandIn } from '../../../../testing/http-stand-in.ts'

// bcoin loads its native store even if it keeps everything in memory. Install scripts are off, so that store is not
// built.
registerHooks({
  load: (url, context, next) =>
    /\/leveldown\/[^/]+\.js$/.test(url)
      ? { format: 'commonjs', source: 'module.exports = null', shortCircuit: true }
      : next(url, context),
})
process.env['NODE_BACKEND'] = 'js'

/** The part of bcoin that is used here. bcoin does not include types. */
interface Bcoin {
  FullNode: new (options: object) => BcoinNode
  MTX: new () => BcoinMtx
  Script: { fromNulldata(data: Buffer): object }
  KeyRing: { generate(network: string): { getAddress(): object } }
  Coin: { fromTX(tx: BcoinTx, index: number, height: number): BcoinCoin }
  set(network: string): void
}
interface BcoinTx {
  hash(): Buffer
  toNormal(): Buffer
}
interface BcoinMtx {
  addCoin(coin: BcoinCoin): void
  addOutput(target: object, value: number): void
  sign(ring: object): void
  toTX(): BcoinTx
}
interface BcoinCoin {
  value: number
}
interface BcoinBlock {
  txs: BcoinTx[]
}
interface BcoinEntry {
  height: number
  hash: Buffer
  toHeaders(): { toRaw(): Buffer }
}
interface BcoinNode {
  open(): Promise<void>
  close(): Promise<void>
  miner: { addresses: object[]; mineBlock(tip?: BcoinEntry | null): Promise<BcoinBlock> }
  mempool: { addTX(tx: BcoinTx): Promise<unknown>; hasEntry(hash: Buffer): boolean }
  chain: {
    height: number
    add(block: BcoinBlock): Promise<BcoinEntry>
    getEntry(height: number): Promise<BcoinEntry | null>
    getBlock(hash: Buffer): Promise<BcoinBlock>
  }
}

/** The easiest target of a regtest chain. */
export const regtestEasiestTarget = (1n << 255n) - 1n

/** The place of a transaction: hashes in the order of the block and in protocol byte order. */
export interface PlacedTransaction {
  height: number
  header: Uint8Array
  transactionHashes: Uint8Array[]
  index: number
}

/** A real, validating Bitcoin node with its own chain, in memory. */
export interface Regtest {
  height(): number
  mine(count?: number): Promise<void>
  /** Puts data into an OP_RETURN output, in the mempool. Returns the transaction without its witness. */
  send(data: Uint8Array): Promise<Uint8Array>
  /** Returns the current place of a sent transaction; null if no block of the chain contains it. */
  find(transaction: Uint8Array): Promise<PlacedTransaction | null>
  headerAt(height: number): Promise<Uint8Array | null>
  /** Replaces the blocks from a height on with one more empty block. Their transactions return to the mempool. */
  reorganize(fromHeight: number): Promise<void>
  /** Starts an Esplora API for this chain. */
  startEsplora(): Promise<HttpStandIn>
  close(): Promise<void>
}

const feeSatoshi = 10_000
/** A coinbase can be spent after a hundred blocks. */
const maturityBlocks = 100

export async function startRegtest(spendableCoins = 12): Promise<Regtest> {
  const require = createRequire(import.meta.url)
  const bcoin: Bcoin = require('bcoin')
  bcoin.set('regtest')
  const node = new bcoin.FullNode({
    network: 'regtest',
    memory: true,
    workers: false,
    listen: false,
    logLevel: 'none',
    httpPort: 0,
  })
  await node.open()
  const ring = bcoin.KeyRing.generate('regtest')
  const address = ring.getAddress()
  node.miner.addresses = [address]
  const coins: BcoinCoin[] = []
  const sent = new Map<string, BcoinTx>()

  async function mineOn(tip?: BcoinEntry | null): Promise<BcoinEntry> {
    return node.chain.add(await node.miner.mineBlock(tip))
  }

  async function entryAt(height: number): Promise<BcoinEntry | null> {
    return height > node.chain.height ? null : node.chain.getEntry(height)
  }

  for (let n = 0; n < maturityBlocks + spendableCoins; n += 1) {
    const block = await node.miner.mineBlock()
    const entry = await node.chain.add(block)
    const [coinbase] = block.txs
    if (coinbase !== undefined) coins.push(bcoin.Coin.fromTX(coinbase, 0, entry.height))
  }

  const regtest: Regtest = {
    height: () => node.chain.height,
    async mine(count = 1) {
      for (let n = 0; n < count; n += 1) await mineOn()
    },
    async send(data) {
      const coin = coins.shift()
      if (coin === undefined) throw new Error('The regtest chain has no coin left')
      const draft = new bcoin.MTX()
      draft.addCoin(coin)
      draft.addOutput(address, coin.value - feeSatoshi)
      draft.addOutput(bcoin.Script.fromNulldata(Buffer.from(data)), 0)
      draft.sign(ring)
      const transaction = draft.toTX()
      if (await node.mempool.addTX(transaction)) throw new Error('The transaction was rejected')
      sent.set(transaction.toNormal().toString('hex'), transaction)
      return new Uint8Array(transaction.toNormal())
    },
    async find(transaction) {
      const hash = sent.get(Buffer.from(transaction).toString('hex'))?.hash()
      if (hash === undefined) return null
      for (let height = node.chain.height; height > 0; height -= 1) {
        const entry = await entryAt(height)
        if (entry === null) continue
        const { txs } = await node.chain.getBlock(entry.hash)
        const index = txs.findIndex((one) => one.hash().equals(hash))
        if (index === -1) continue
        const transactionHashes = txs.map((one) => new Uint8Array(one.hash()))
        return { height, header: headerOf(entry), transactionHashes, index }
      }
      return null
    },
    async headerAt(height) {
      const entry = await entryAt(height)
      return entry === null ? null : headerOf(entry)
    },
    async reorganize(fromHeight) {
      const count = node.chain.height - fromHeight + 2
      let tip = await entryAt(fromHeight - 1)
      for (let n = 0; n < count; n += 1) tip = await mineOn(tip)
      for (const transaction of sent.values()) {
        const placed = await regtest.find(new Uint8Array(transaction.toNormal()))
        if (placed === null && !node.mempool.hasEntry(transaction.hash()))
          await node.mempool.addTX(transaction)
      }
    },
    startEsplora: () => startEsplora(regtest),
    close: () => node.close(),
  }
  return regtest
}

function headerOf(entry: BcoinEntry): Uint8Array {
  return new Uint8Array(entry.toHeaders().toRaw().subarray(0, 80))
}

/** In the byte order of explorers. */
function blockHash(header: Uint8Array): string {
  return reversedHex(sha256(sha256(header)))
}

async function startEsplora(regtest: Regtest): Promise<HttpStandIn> {
  return startHttpStandIn(async ({ url = '' }, response) => {
    const text = await esploraResponse(regtest, url)
    response.writeHead(text === null ? 404 : 200, { 'content-type': 'text/plain' })
    response.end(text ?? 'Block not found')
  })
}

async function esploraResponse(regtest: Regtest, path: string): Promise<string | null> {
  if (path === '/blocks/tip/height') return String(regtest.height())
  const [, height] = /^\/block-height\/(\d+)$/.exec(path) ?? []
  if (height !== undefined) {
    const header = await regtest.headerAt(Number(height))
    return header === null ? null : blockHash(header)
  }
  const [, hash] = /^\/block\/([0-9a-f]{64})\/header$/.exec(path) ?? []
  for (let at = regtest.height(); hash !== undefined && at >= 0; at -= 1) {
    const header = await regtest.headerAt(at)
    if (header !== null && blockHash(header) === hash) return Buffer.from(header).toString('hex')
  }
  return null
}
