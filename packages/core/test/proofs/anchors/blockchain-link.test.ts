import { describe, expect, test } from 'vitest'
import { lacksTransactionNumber } from '@priormark/core/proofs/anchors/blockchain-link'

const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

describe('lacksTransactionNumber', () => {
  test.each([
    `https://etherscan.io/tx/0x${hash}`,
    `https://etherscan.io/tx/0x${hash}#eventlog`,
    `https://mempool.space/tx/${hash.toUpperCase()}`,
    `https://explorer.example/?tx=${hash}`,
    `https://explorer.example/#/transaction/${hash}`,
    'https://solscan.io/tx/4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn1c5ffjS4pN3eCHnAHCSjP9f9ZhCbrv7RQ4YRJvV7yG2x',
    `  https://etherscan.io/tx/0x${hash}  `,
  ])('accepts %s', (link) => {
    expect(lacksTransactionNumber(link)).toBe(false)
  })

  test.each([
    'https://etherscan.io/',
    'https://etherscan.io',
    'https://etherscan.io/txs?p=2',
    `https://etherscan.io/tx/0x${hash.slice(0, 40)}`,
    'https://etherscan.io/tx/0x9f86d081...15b0f00a08',
    `https://${hash.slice(0, 60)}.example/`,
    `https://explorer.example/${'about'.repeat(10)}`,
  ])('questions %s', (link) => {
    expect(lacksTransactionNumber(link)).toBe(true)
  })

  test.each(['', 'nonsense', 'http://etherscan.io/'])('leaves the invalid link “%s” to the form', (link) => {
    expect(lacksTransactionNumber(link)).toBe(false)
  })
})
