import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startHttpStandIn, type HttpStandIn } from './http-stand-in.ts'

/** The keys that OpenSSL makes for an authority. */
const keyKinds = {
  rsa: '-algorithm RSA -pkeyopt rsa_keygen_bits:3072',
  p256: '-algorithm EC -pkeyopt ec_paramgen_curve:P-256',
  p384: '-algorithm EC -pkeyopt ec_paramgen_curve:P-384',
}

/** A real time-stamping authority: OpenSSL behind a small HTTP server, which also serves its revocation list. */
export interface TsaServer extends HttpStandIn {
  /** The file of its root certificate, in PEM. */
  rootFile: string
  /** The bodies of the requests for time-stamps, in order. */
  queries: Buffer[]
  /** Changes each response before it is sent. */
  alter: ((response: Buffer) => Buffer) | null
  /** Lists the signer's certificate as revoked from now on. */
  revoke(): void
}

const config = (folder: string, url: string) => `
[tsa]
default_tsa = own
[own]
serial = ${folder}/serial
default_policy = 1.3.6.1.4.1.99999.1
other_policies = 1.3.6.1.4.1.99999.2
digests = sha256
signer_digest = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
[signer]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
crlDistributionPoints = URI:${url}/list.crl
[ca]
default_ca = own_ca
[own_ca]
database = ${folder}/index.txt
crlnumber = ${folder}/crlnumber
default_md = sha256
default_crl_days = 30
`

/** Starts an authority. */
export async function startTsa(key: keyof typeof keyKinds = 'p256'): Promise<TsaServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tsa-'))
  const inFolder = (name: string) => path.join(folder, name)
  const openssl = (command: string) =>
    execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' })
  const byRoot = '-config tsa.cnf -cert root.pem -keyfile root.key'
  const standIn = await startHttpStandIn(async (request, response, body) => {
    if (request.url === '/list.crl') {
      openssl(`ca -gencrl ${byRoot} -out list.pem`)
      openssl('crl -in list.pem -outform DER -out list.crl')
      response.end(readFileSync(inFolder('list.crl')))
      return
    }
    server.queries.push(body)
    writeFileSync(inFolder('query.tsq'), body)
    openssl(
      'ts -reply -config tsa.cnf -queryfile query.tsq -signer signer.pem -inkey signer.key -out reply.tsr',
    )
    const reply = readFileSync(inFolder('reply.tsr'))
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' })
    response.end(server.alter?.(reply) ?? reply)
  })
  writeFileSync(inFolder('tsa.cnf'), config(folder, standIn.url))
  writeFileSync(inFolder('serial'), '01')
  writeFileSync(inFolder('crlnumber'), '01')
  writeFileSync(inFolder('index.txt'), '')
  for (const name of ['root', 'signer']) openssl(`genpkey ${keyKinds[key]} -out ${name}.key`)
  openssl(
    'req -x509 -new -key root.key -sha256 -days 3000 -subj /O=Test/CN=Root -out root.pem' +
      ' -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign',
  )
  openssl('req -new -key signer.key -subj /O=Test/CN=Signer -out signer.csr')
  openssl(
    'x509 -req -in signer.csr -CA root.pem -CAkey root.key -set_serial 0x1234 -sha256 -days 1000' +
      ' -extfile tsa.cnf -extensions signer -out signer.pem',
  )
  const server: TsaServer = Object.assign(standIn, {
    rootFile: inFolder('root.pem'),
    queries: [],
    alter: null,
    revoke() {
      openssl(`ca -revoke signer.pem ${byRoot} -crl_reason keyCompromise`)
    },
  })
  const closeServer = standIn.close
  server.close = async () => {
    await closeServer()
    rmSync(folder, { recursive: true, force: true })
  }
  return server
}
