import { useEffect, useRef, useState } from 'react'
import { Seal } from '../../../ui/Seal.tsx'
import { CropMarks, Fingerprint, StatusTag } from '../../platform/marks/work-marks.tsx'
import styles from './WorkCard.module.css'

/** An input whose fingerprint and seal are updated with each keystroke. */
export function WorkCard() {
  const input = useRef<HTMLInputElement>(null)
  const newestLine = useRef(sampleLine)
  const [sha256, setSha256] = useState(sampleSha256)

  async function fingerprint(line: string) {
    newestLine.current = line
    const digest = await sha256OfText(line)
    // A slower result of an older line must not overwrite a newer one.
    if (digest !== null && newestLine.current === line) setSha256(digest)
  }

  // Takes over input from before hydration.
  useEffect(() => {
    if (input.current && input.current.value !== sampleLine) void fingerprint(input.current.value)
  }, [])

  return (
    <div className={styles.stack}>
      <CropMarks className={styles.card}>
        <div className={styles.head}>
          <label htmlFor="lyric">Type a line of your own</label>
          <StatusTag status="at-risk" />
        </div>
        <input
          ref={input}
          id="lyric"
          className={styles.line}
          defaultValue={sampleLine}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onInput={(typed) => void fingerprint(typed.currentTarget.value)}
        />
        <div className={styles.proof}>
          <Seal sha256={sha256} className={styles.seal} />
          <div className={styles.digits}>
            <p className={styles.caption}>Its fingerprint</p>
            <Fingerprint sha256={sha256} />
          </div>
        </div>
        <p className={styles.note}>
          Not yet recorded. Change one letter and the whole ring changes. Nothing you type leaves your
          browser.
        </p>
      </CropMarks>
      <div className={styles.verified}>
        <Seal sha256={sampleSha256} className={styles.smallSeal} />
        <div>
          <StatusTag status="verified" />
          <p>
            Once recorded: existed no later than <time dateTime="2025-04-28">Apr 28, 2025</time>
          </p>
        </div>
      </div>
    </div>
  )
}

/**
 * Returns the SHA-256 of a text in UTF-8 as lower-case hex, or null if the browser has no crypto (a page without
 * https).
 */
export async function sha256OfText(text: string): Promise<string | null> {
  if (!('subtle' in crypto)) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The initial line of the work card and its SHA-256, so that the page is complete without a script. */
export const sampleLine = 'The rain remembers every word'
export const sampleSha256 = 'f4fa0c67e53cbe6ba7f9761a48d226324a687d3dbf27d879a8e82ff1e964b175'
