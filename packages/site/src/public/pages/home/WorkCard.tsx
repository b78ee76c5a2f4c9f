import { useEffect, useRef, useState } from 'react'
import { RecordSeal } from '../../../ui/RecordSeal.tsx'
import button from '../../platform/layout/button.module.css'
import { CropMarks, Fingerprint, StatusTag } from '../../platform/marks/work-marks.tsx'
import styles from './WorkCard.module.css'

/** An input whose fingerprint and seal are updated with each keystroke, and a button that shows them as recorded today. */
export function WorkCard() {
  const input = useRef<HTMLInputElement>(null)
  const newestLine = useRef(sampleLine)
  const [result, setResult] = useState({ length: sampleLine.length, sha256: sampleSha256 })
  const [sealedDay, setSealedDay] = useState<string>()

  async function computeFingerprint(line: string) {
    newestLine.current = line
    setSealedDay(undefined)
    const sha256 = await sha256OfText(line)
    // A slower result of an older line must not overwrite a newer one.
    if (sha256 !== null && newestLine.current === line) setResult({ length: line.length, sha256 })
  }

  // Takes over input from before hydration.
  useEffect(() => {
    if (input.current && input.current.value !== sampleLine) void computeFingerprint(input.current.value)
  }, [])

  return (
    <CropMarks className={styles.card}>
      <div className={styles.head}>
        <label htmlFor="lyric">Type a line of your own</label>
        <StatusTag status={sealedDay === undefined ? 'at-risk' : 'verified'} />
      </div>
      <input
        ref={input}
        id="lyric"
        className={styles.line}
        defaultValue={sampleLine}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onInput={(event) => void computeFingerprint(event.currentTarget.value)}
      />
      <div className={styles.proof}>
        <div className={styles.growth} data-step={sizeStep(result.length)}>
          <RecordSeal
            sha256={result.sha256}
            state={sealedDay === undefined ? 'open' : 'recorded'}
            day={sealedDay}
          />
        </div>
        <div className={styles.digits}>
          <p className={styles.caption}>Its fingerprint</p>
          <Fingerprint sha256={result.sha256} />
        </div>
      </div>
      <div className={styles.end}>
        <button
          type="button"
          className={button.secondary}
          aria-pressed={sealedDay !== undefined}
          onClick={() => setSealedDay(sealedDay === undefined ? today() : undefined)}
        >
          See it sealed
        </button>
        <output className={styles.note}>
          {sealedDay === undefined
            ? 'Change one letter, and the whole ring changes. Nothing leaves your browser.'
            : 'This is how it looks once recorded. Your line isn’t: nothing left your browser.'}
        </output>
      </div>
    </CropMarks>
  )
}

/** Returns the size of the seal for a line, in the steps of the style sheet: the full size from 20 characters. */
function sizeStep(length: number): number {
  return Math.min(5, Math.ceil(length / 4))
}

/** Returns the date in the visitor's time zone, such as '2026-11-28'. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** Returns the SHA-256 of a text in UTF-8 as lower-case hex, or null without `crypto.subtle`, as on a page without https. */
async function sha256OfText(text: string): Promise<string | null> {
  if (!('subtle' in crypto)) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The initial line of the work card and its SHA-256, so that the page is complete without a script. */
const sampleLine = 'The rain remembers every word'
export const sampleSha256 = 'f4fa0c67e53cbe6ba7f9761a48d226324a687d3dbf27d879a8e82ff1e964b175'
