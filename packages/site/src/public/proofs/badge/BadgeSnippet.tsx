import type { ProofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { proofPagePath } from '@priormark/core/proofs/proof/proof-page'
import { useState } from 'react'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { badgeAlt, badgeHtml, badgeMarkdown, badgePath, badgeSize } from './badge-code.ts'
import styles from './BadgeSnippet.module.css'

/** Shows the badge and the code to embed it. A new mark changes the badge's address, so that it is loaded again. */
export function BadgeSnippet({ proofId, mark }: { proofId: string; mark: ProofMark }) {
  const { shop } = usePage()
  const [copiedName, setCopiedName] = useState<string | null>(null)
  const snippets = [
    { name: 'HTML', code: badgeHtml(proofId, shop.publicUrl) },
    { name: 'Markdown', code: badgeMarkdown(proofId, shop.publicUrl) },
  ]

  async function copy({ name, code }: { name: string; code: string }) {
    await copyText(code)
    setCopiedName(name)
  }

  return (
    <section aria-labelledby="badge-title">
      <details>
        <summary>
          <h2 id="badge-title">Get the badge</h2>
        </summary>
        <p className={styles.note}>It shows only fingerprint and date.</p>
        <a href={proofPagePath(proofId)} className={styles.badge}>
          <img
            src={`${badgePath(proofId)}?mark=${mark}`}
            width={badgeSize.width}
            height={badgeSize.height}
            alt={badgeAlt}
            loading="lazy"
          />
        </a>
        {snippets.map((snippet) => (
          <div key={snippet.name} className={styles.form}>
            <h3>{snippet.name}</h3>
            <button
              type="button"
              onClick={() => void copy(snippet)}
              aria-label={`Copy the badge as ${snippet.name}`}
            >
              {copiedName === snippet.name ? 'Copied' : 'Copy'}
            </button>
            <pre>
              <code>{snippet.code}</code>
            </pre>
          </div>
        ))}
        <output className="visually-hidden">{copiedName === null ? '' : `${copiedName} copied`}</output>
      </details>
    </section>
  )
}
