import { verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'
import { Seal } from '../../../ui/Seal.tsx'
import button from '../../platform/layout/button.module.css'
import { CropMarks, DigitGroups, Fingerprint, Mark, MarkedWord } from '../../platform/marks/work-marks.tsx'
import type { Check, LookUp, Tone, VerifyResult } from './verify-result.ts'
import type { ShopLookup } from './verify-store.ts'

/** The actions and state of the page around a result. */
interface ResultCardDeps {
  copied: string | null
  onCopy: (value: string) => void
  /** Absent on the offline page. */
  onAsk?: (sha256: string) => void
  shopLookups: Record<string, ShopLookup>
}

/** Shows a result. Uses no hooks, because verify.html renders it without React. */
export function ResultCard({ result, deps }: { result: VerifyResult; deps: ResultCardDeps }) {
  const { tone, about, title, messages, seals, checks, record, lookUps, lookupSha256 } = result
  return (
    <article className="verify-result" data-tone={tone}>
      <CropMarks className="verify-sheet">
        <p className="verify-about">
          <ToneTag tone={tone} />
          <bdi>{about}</bdi>
        </p>
        <h2>{title}</h2>
        {messages.map((message) => (
          <p key={message} className="verify-message">
            {message}
          </p>
        ))}
        {seals.length > 0 && (
          <div className="verify-seals">
            {seals.map(({ label, sha256 }) => (
              <figure key={label + sha256}>
                <Seal sha256={sha256} label={`The seal of ${label}`} />
                <figcaption>
                  <bdi>{label}</bdi>
                  <Fingerprint sha256={sha256} />
                </figcaption>
              </figure>
            ))}
          </div>
        )}
        {lookupSha256 !== null && deps.onAsk && <AskShop sha256={lookupSha256} deps={deps} />}
        {checks.length > 0 && <Checks checks={checks} />}
        {record.length > 0 && (
          <section className="verify-record">
            <h3>{verdictMessages['heading.record']}</h3>
            <dl>
              {record.map(({ label, value }) => (
                <div key={label}>
                  <dt>
                    <bdi>{label}</bdi>
                  </dt>
                  <dd>
                    <bdi>
                      <Value text={value} />
                    </bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {lookUps.length > 0 && (
          <section className="verify-look-ups">
            <h3>{verdictMessages['heading.look_ups']}</h3>
            {lookUps.map((lookUp, n) => (
              <LookUpPart key={n} lookUp={lookUp} deps={deps} />
            ))}
          </section>
        )}
      </CropMarks>
    </article>
  )
}

function AskShop({ sha256, deps }: { sha256: string; deps: ResultCardDeps }) {
  const shopLookup = deps.shopLookups[sha256]
  return (
    <div className="verify-ask">
      <button
        type="button"
        className={button.secondary}
        aria-disabled={shopLookup !== undefined && !shopLookup.isDone}
        onClick={() => deps.onAsk?.(sha256)}
      >
        Check whether this fingerprint is recorded here
      </button>
      <p aria-live="polite">
        {shopLookup?.message ?? 'This sends only the fingerprint. The file stays with you.'}
      </p>
    </div>
  )
}

const outcomeMarks: Record<Check['outcome'], string> = {
  fits: 'M2.5 8.5l3.5 3.5 7.5-8',
  fails: 'M3 3l10 10M13 3L3 13',
  open: 'M3 8h10',
}

const hashPattern = /^(0x)?[0-9a-f]{64,}$/

/** Shows a hash, or data that contains one, in the typeface of fingerprints, and any other text unchanged. */
function Value({ text }: { text: string }) {
  if (!hashPattern.test(text)) return <>{text}</>
  return (
    <code>
      <DigitGroups digits={text} />
    </code>
  )
}

function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <section className="verify-checks">
      <h3>{verdictMessages['heading.checks']}</h3>
      <ul>
        {checks.map(({ name, outcome, detail }, n) => (
          <li key={n} data-outcome={outcome}>
            <Mark path={outcomeMarks[outcome]} size={15} />
            <strong>
              <span className="visually-hidden">{verdictMessages[`outcome.${outcome}`]}: </span>
              {name}
            </strong>
            <span>
              <Value text={detail} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function LookUpPart({ lookUp, deps }: { lookUp: LookUp; deps: ResultCardDeps }) {
  const { title, message, values, links } = lookUp
  return (
    <div className="verify-look-up">
      <h4>{title}</h4>
      <p>{message}</p>
      {values.length > 0 && (
        <dl>
          {values.map(({ label, value }) => (
            <CopyValue key={label} label={label} value={value} deps={deps} />
          ))}
        </dl>
      )}
      {links.length > 0 && (
        <p className="verify-links">
          {links.map(({ label, href }) => (
            <a key={href} href={href} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          ))}
        </p>
      )}
    </div>
  )
}

/** A value with a copy button. */
function CopyValue({ label, value, deps }: { label: string; value: string; deps: ResultCardDeps }) {
  const isCopied = deps.copied === value
  return (
    <div className="verify-value">
      <dt>{label}</dt>
      <dd>
        {hashPattern.test(value) ? <Value text={value} /> : <code>{value}</code>}
        <button
          type="button"
          className="verify-quiet"
          aria-label={`Copy ${label}`}
          data-copied={isCopied || undefined}
          onClick={() => deps.onCopy(value)}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </dd>
    </div>
  )
}

const toneMarks: Record<Tone, string> = {
  proven: 'M2.5 8.5l3.5 3.5 7.5-8',
  holds: 'M2.5 8.5l3.5 3.5 7.5-8',
  pending: 'M8 3v5.5l3.5 2',
  asking: 'M3 8h10',
  refused: 'M3 3l10 10M13 3L3 13',
}

function ToneTag({ tone }: { tone: Tone }) {
  return <MarkedWord className="verify-tag" word={verdictMessages[`tone.${tone}`]} mark={toneMarks[tone]} />
}
