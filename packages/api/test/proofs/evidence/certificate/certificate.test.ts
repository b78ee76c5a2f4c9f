import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { describe, expect, test } from 'vitest'
import type { CertificateContent } from '../../../../src/proofs/evidence/certificate/certificate-content.ts'
import { drawCertificate } from '../../../../src/proofs/evidence/certificate/certificate-page.ts'
import { certificatePreview } from '../../../../src/proofs/evidence/certificate/certificate-preview.ts'
import { explorerGuides } from '../../../../src/proofs/facts/anchor-facts.ts'
import { isolatedText } from '@priormark/core/platform/isolated-text'
import { typesetText, visualRuns } from '../../../../src/platform/typesetting/text-runs.ts'
import { readPdf } from '../read-pdf.ts'

const content: CertificateContent = {
  shopName: 'Priormark',
  status: {
    mark: 'VERIFIED',
    note: null,
    message: 'This file existed no later than',
    moment: 'Nov 21, 2026',
    detail: 'Nov 21, 2026, 1:05 PM UTC is the time of the block that contains its root, on Ethereum.',
    isFinal: true,
  },
  projectName: 'Notes on the Engine',
  recordedFor: 'Ada Lovelace',
  file: 'song.wav (3.2 MB)',
  fingerprint: 'ab'.repeat(32),
  root: 'cd'.repeat(32),
  anchors: [
    { place: 'Ethereum', progress: 'Block 21,345,678, final', link: 'https://etherscan.io/tx/0x1' },
    { place: 'Bitcoin (OpenTimestamps)', progress: 'Sent, not in a block yet', link: null },
  ],
  guides: explorerGuides({
    root: 'cd'.repeat(32),
    witnesses: [
      {
        kind: 'evm',
        chainId: 42_161,
        transactionHash: `0x${'12'.repeat(32)}`,
        blockNumber: 21_345_678,
        blockHash: `0x${'34'.repeat(32)}`,
        blockTime: 1_767_323_045,
        evidence: null,
      },
      { kind: 'manual', link: 'https://chain.example/tx/1' },
    ],
  }),
  proves: 'That the file existed.',
  provesNot: 'Who made the work.',
  proofUrl: 'https://priormark.example/verify?proof=0190a3c2-0000-7000-8000-000000000001',
  footer: 'Proof 1.',
  sealedAt: new Date('2026-11-21T13:00:00Z'),
}

const compact = (text: string) => text.normalize('NFKC').replace(/\s/gu, '')

describe('the certificate', () => {
  test('is a tagged page with its facts, its links and its title, and one with the steps to check it', async () => {
    const pdf = await drawCertificate(content)
    const certificate = await readPdf(pdf)
    // By this text, /verify recognizes a certificate without its proof.
    expect(Buffer.from(pdf).toString('latin1')).toContain(`\n(SHA-256 ${content.fingerprint})\n`)
    expect(certificate).toMatchObject({ pages: 2, metadata: { info: { Language: 'en-US' } } })
    expect(certificate.metadata.info).toMatchObject({ Title: 'Priormark certificate: Notes on the Engine' })
    for (const text of [
      'VERIFIED',
      'Nov 21, 2026',
      'Notes on the Engine',
      'Ada Lovelace',
      'song.wav (3.2 MB)',
    ])
      expect(compact(certificate.all)).toContain(compact(text))
    expect(compact(certificate.all)).toContain(content.fingerprint)
    expect(compact(certificate.all)).toContain(content.root)
    expect(certificate.links).toEqual([
      'https://etherscan.io/tx/0x1',
      content.proofUrl,
      `https://arbiscan.io/tx/0x${'12'.repeat(32)}`,
      'https://chain.example/tx/1',
    ])
    for (const value of [
      'Success',
      '21345678',
      'Jan 2, 2026, 3:04:05 AM UTC',
      `0x7072696f726d61726b01${content.root}`,
      '25 hours after that timestamp',
      'An explorer shows the root of a batch, not your fingerprint',
      'an explorer you trust: a site that shows a public blockchain.',
      'It does not prove who made the work',
    ])
      expect(compact(certificate.all)).toContain(compact(value))
    expect(certificate.structure).toContain('"role":"Figure"')
    expect(certificate.structure).toContain(`A QR code that leads to ${content.proofUrl}`)
  })

  test('names the README where a page has no room for all records', async () => {
    const [guide] = content.guides
    if (guide === undefined) throw new Error('There is no guide')
    const certificate = await readPdf(await drawCertificate({ ...content, guides: [guide, guide, guide] }))
    expect(certificate.pages).toBe(2)
    expect(compact(certificate.all)).toContain(
      compact('README.txt in the evidence describes the other records'),
    )
    expect(compact((await readPdf(await drawCertificate(content))).all)).not.toContain('README.txt')
  })

  test('has no second page while there is nothing to look up on a public chain', async () => {
    expect(await readPdf(await drawCertificate({ ...content, guides: [] }))).toMatchObject({ pages: 1 })
  })

  test('has a preview with the same texts', async () => {
    const { all } = await readPdf(await drawCertificate(content))
    const lines = Array.from(certificatePreview(content).matchAll(/<text[^>]*>([^<]*)</g), ([, line]) => line)
    expect(lines.length).toBeGreaterThan(20)
    for (const line of lines) expect(compact(all)).toContain(compact(line ?? ''))
  })

  test('has identical bytes for the same state, even if drawn concurrently', async () => {
    const other = { ...content, projectName: '夜の海' }
    const [first, , again] = await Promise.all([content, other, content].map(drawCertificate))
    expect(Buffer.compare(first ?? Buffer.alloc(0), again ?? Buffer.alloc(1))).toBe(0)
  })

  test.each([
    ['Latin', 'Ünïcödé Øresund Łódź Straße'],
    ['Vietnamese', 'Tiếng Việt đẹp lắm'],
    ['Greek', 'Ελληνική μουσική'],
    ['Cyrillic', 'Русская песня їжак'],
    ['Devanagari', 'हिनदी गाना'],
    ['Thai', 'เพลงไทย'],
    ['Chinese', '简体中文 繁體臺灣'],
    ['Japanese', '夜の海、カタカナ鬱'],
    ['Korean', '한국어 노래'],
    ['emoji', 'Song 🎵🔥'],
  ])('writes %s', async (_, projectName) => {
    const certificate = await readPdf(
      await drawCertificate({ ...content, projectName, recordedFor: projectName }),
    )
    const expected = Array.from(compact(projectName)).toSorted()
    const shown = Array.from(compact(certificate.all))
    for (const character of expected) {
      expect(shown.filter((other) => other === character).length, character).toBeGreaterThanOrEqual(2)
    }
  })

  test.each([
    ['Hebrew', 'שלום עולם'],
    ['Arabic', 'ديوان الأغاني'],
  ])('writes %s from right to left, keeping the words whole', async (_, projectName) => {
    const [first = '', last = ''] = projectName.split(' ')
    const { texts } = await readPdf(await drawCertificate({ ...content, projectName }))
    const script = texts.filter(({ text }) => /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(text))
    const [leftmost, rightmost] = script.toSorted((a, b) => a.left - b.left)
    const letters = (text = '') => Array.from(text.normalize('NFKD').replace(/\P{L}/gu, '')).length
    expect(script).toHaveLength(2)
    expect([letters(rightmost?.text), letters(leftmost?.text)]).toEqual([letters(first), letters(last)])
  })

  test('draws a box for characters that no font has, and accepts any text', async () => {
    const odd = 'ქართული ᚠᚢ \u{1F9D1}\u200D\u{1F33E} \uFE0F \u{E0001} 🏴󠁧󠁢󠁥󠁮󠁧󠁿 \ud800 a\u0300\u0301\u0302'
    const { all, pages } = await readPdf(await drawCertificate({ ...content, projectName: odd }))
    expect(pages).toBe(2)
    expect(all).toContain('□□□□□□□')
  })

  test('keeps texts of any length and script on the page', async () => {
    const any = fc.string({
      unit: fc.oneof(
        fc.constantFrom('a', ' ', '夜', 'ب', 'ש', '(', 'ก', '🎵', 'W'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 260,
    })
    await fc.assert(
      fc.asyncProperty(any, any, any, any, async (projectName, recordedFor, file, shopName) => {
        const certificate = await readPdf(
          await drawCertificate({ ...content, projectName, recordedFor, file, shopName }),
        )
        expect(certificate.pages).toBe(2)
        for (const { text, left, right, y } of certificate.texts) {
          expect({ text, inside: left > 50 && right < 545 && y > 20 && y < 820 }).toMatchObject({
            inside: true,
          })
        }
      }),
      propertyRuns({ normal: 8, deep: 1_000 }),
    )
  })

  test('wraps long names, even without spaces, and cuts endless ones with an ellipsis', async () => {
    const rows = async (projectName: string) => {
      const { texts } = await readPdf(await drawCertificate({ ...content, projectName }))
      for (const { right } of texts) expect(right).toBeLessThan(545)
      return texts.filter(({ text }) => text.includes('W')).map(({ text }) => text)
    }
    expect((await rows(`${'W'.repeat(15)} `.repeat(4).trim())).join('')).not.toContain('…')
    expect((await rows('W'.repeat(100))).join('')).toContain('W'.repeat(100))
    expect((await rows('W'.repeat(5_000))).join('')).toContain('…')
  })
})

describe('visual order', () => {
  const seen = async (text: string) =>
    visualRuns((await typesetText(text, 'text')).graphemes)
      .map((run) => run.text)
      .join('|')

  test('follows the bidirectional algorithm', async () => {
    expect(await seen('abc אבג def')).toBe('abc |אבג| def')
    expect(await seen('אבג 12 דהו')).toBe('דהו| |12| |אבג')
    expect(await seen('אבג (xyz)')).toBe('(|xyz|) |אבג')
  })

  test('keeps what follows an isolated name in its place', async () => {
    expect(await seen(`${isolatedText('قطار.txt')} (22 Bytes)`)).toBe('txt|.|قطار| (22 Bytes)')
  })

  test('ignores direction marks that would reverse a name', async () => {
    expect(await seen('gpj\u202Etxt.exe')).toBe('gpjtxt.exe')
  })
})
