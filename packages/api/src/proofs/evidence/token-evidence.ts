import { fromBase64 } from '@priormark/core/proofs/proof/base64'
import { readToken } from '@priormark/core/proofs/proof-v2/tsp/token'
import type { OrderProof } from '../facts/order-proof.ts'

interface TokenFiles {
  /** By their names. */
  files: Record<string, Uint8Array>
  /** The lines of a command that checks the token. */
  command: string[]
}

/** Returns each time-stamp with its certificates and what their issuer says about them, as OpenSSL reads them. */
export function tokenFiles({ tokens, proof }: Pick<OrderProof, 'tokens' | 'proof'>): TokenFiles[] {
  return tokens.map(({ witness, tokenTime }, index) => {
    const name = `rfc3161-${index + 1}`
    const token = bytesOf(witness.token)
    const certificates = [...readToken(token).certificates, ...witness.certificates.map(bytesOf)]
    const [revocation] = witness.revocation
    return {
      files: {
        [`${name}.tst`]: token,
        [`${name}-chain.pem`]: Buffer.from(certificates.map(pemOf).join('')),
        ...(revocation === undefined ? {} : { [`${name}-revocation.der`]: bytesOf(revocation.data) }),
      },
      command: [
        `   openssl ts -verify -digest ${proof.root} -token_in -in ${name}.tst \\`,
        `     -CAfile ${name}-chain.pem -untrusted ${name}-chain.pem -partial_chain -attime ${tokenTime.getTime() / 1_000}`,
      ],
    }
  })
}

function bytesOf(base64: string): Uint8Array {
  return fromBase64(base64) ?? new Uint8Array()
}

function pemOf(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
