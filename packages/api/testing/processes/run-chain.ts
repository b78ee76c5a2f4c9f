import { startEmbeddedChain } from '../../embedded-chain/start-embedded-chain.ts'
import { silentLog } from '../silent-log.ts'

// Runs the test chain until it is killed, and prints its URL. node run-chain.ts <state file>
const [, , stateFile = ''] = process.argv
const chain = await startEmbeddedChain({ stateFile, publicUrl: 'http://localhost:3000', log: silentLog })
if ('missing' in chain) throw new Error(chain.missing)
const { config } = chain
const ids = Object.values(chain.processIds())
process.stdout.write(`${JSON.stringify({ url: config.rpcUrls[0], chainId: config.chainId, ids })}\n`)
