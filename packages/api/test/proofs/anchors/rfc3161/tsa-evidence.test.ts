import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { Order } from '../../../../src/order-book/order-entity.ts'
import { evidenceZip } from '../../../../src/proofs/evidence/evidence-zip.ts'
import { findLeaf } from '../../../../src/proofs/leaves/proof-service.ts'
import { testShop } from '../../../../testing/test-app.ts'
import { startTsa } from '../../../../testing/tsa-server.ts'
import { rootOf, useTsaShop } from './tsa-fixtures.ts'

const shop = await useTsaShop()

test.each(['rsa', 'p256', 'p384'] as const)(
  'OpenSSL takes the files of a time-stamp by an authority with a key of kind %s',
  async (key) => {
    const authority = await startTsa(key)
    const { anchorId, orderId } = await shop.seal()
    const port = shop.portWith({ urls: [`${authority.url}/tsr`], trustedCertificates: [rootOf(authority)] })
    await port.advance()
    shop.wait(25 * 60)
    await port.advance()
    expect(await shop.read(anchorId)).toMatchObject({ state: 'final' })

    const em = shop.database.fork()
    const order = await em.findOneOrFail(Order, orderId)
    const zip = await evidenceZip(em, order, testShop)
    const files = unzipSync(zip?.bytes ?? new Uint8Array())
    const folder = await mkdtemp(path.join(tmpdir(), 'tsa-evidence-'))
    for (const name of ['rfc3161-1.tst', 'rfc3161-1-chain.pem', 'rfc3161-1-revocation.der', 'proof.json'])
      await writeFile(path.join(folder, name), files[name] ?? '')
    const readme = new TextDecoder().decode(files['README.txt'])
    expect(readme).toContain(`Time-stamp signed by ${new URL(authority.url).host}`)
    const command = /openssl ts -verify [^\n]*\\\n[^\n]*/.exec(readme)?.[0] ?? ''
    expect(run('sh', ['-c', command], folder)).toContain('Verification: OK')
    const root = (await findLeaf(em, order))?.batch?.root ?? ''
    const otherRoot = command.replace(root, '0'.repeat(64))
    expect(run('sh', ['-c', otherRoot], folder)).not.toContain('Verification: OK')
    const list = run(
      'openssl',
      ['crl', '-inform', 'DER', '-in', 'rfc3161-1-revocation.der', '-noout', '-issuer'],
      folder,
    )
    expect(list).toContain('Root')
    expect(JSON.parse(new TextDecoder().decode(files['proof.json']))).toMatchObject({
      version: 2,
      witnesses: [{ kind: 'rfc3161', revocation: [{ kind: 'crl' }] }],
    })
    await rm(folder, { recursive: true })
    await authority.close()
  },
)

function run(program: string, args: string[], cwd: string): string {
  const { stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  return stdout + stderr
}
