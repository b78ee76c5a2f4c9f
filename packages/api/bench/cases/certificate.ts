import { drawCertificate } from '../../src/proofs/evidence/certificate/certificate-page.ts'
import type { Figure, Section } from '../report.ts'
import { median } from '../statistics.ts'

const runs = 15

const works = [
  { script: 'Latin', projectName: 'Notes on the Engine', recordedFor: 'Ada Lovelace' },
  { script: 'Arabic', projectName: 'ديوان الأغاني العربية', recordedFor: 'محمد عبد الله' },
  { script: 'Japanese', projectName: '夜の海、君の声', recordedFor: '山田 太郎' },
]

/** Drawing the certificate of an order, including subsetting fonts, in a warmed-up process. */
export async function measureCertificates(): Promise<Section> {
  const figures: Figure[] = []
  for (const { script, ...work } of works) {
    const draw = () =>
      drawCertificate({
        ...work,
        shopName: 'Priormark',
        status: {
          mark: 'VERIFIED',
          note: null,
          message: 'This file existed no later than',
          moment: 'Nov 21, 2026',
          detail: 'Nov 21, 2026, 1:05 PM UTC is the time of the block that has its root, on Ethereum.',
          isFinal: true,
        },
        file: 'note-g.pdf (1.2 MB)',
        fingerprint: 'ab'.repeat(32),
        root: 'cd'.repeat(32),
        anchors: [
          { place: 'Ethereum', progress: 'Block 21,345,678, final', link: 'https://etherscan.io/tx/0x1' },
        ],
        guides: [],
        proves: 'That the file existed no later than the time of the block.',
        provesNot: 'Who made the work.',
        proofUrl: 'https://priormark.example/verify?proof=0190a3c2-0000-7000-8000-000000000001',
        footer: 'Issued by Priormark, a sole trader.',
        sealedAt: new Date('2026-11-21T13:00:00Z'),
      })
    const { length } = await draw()
    const times = []
    for (let runIndex = 0; runIndex < runs; runIndex += 1) {
      const startedAt = process.cpuUsage()
      await draw()
      const { user, system } = process.cpuUsage(startedAt)
      times.push((user + system) / 1_000)
    }
    const what = `a certificate with names in ${script}`
    figures.push({ what, value: median(times), unit: 'ms CPU', note: `${Math.round(length / 1_024)} KB` })
  }
  return { title: 'Certificate', figures, skipped: [] }
}
