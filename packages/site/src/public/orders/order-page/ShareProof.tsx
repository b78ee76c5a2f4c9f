import { useEffect, useState } from 'react'
import button from '../../platform/layout/button.module.css'
import { fieldLabels, readableValue, readOwnFields, type OwnField } from '../../proofs/record-rows.ts'

// Inline styles, because the rules of a CSS module would be part of the HTML of every page.
const columnsStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14rem), 1fr))',
  gap: '1.5rem 2.5rem',
  marginTop: '1.2rem',
} as const
const plainStyle = { margin: 0, padding: 0, border: 0 } as const
const choiceStyle = { display: 'flex', gap: '0.7rem', alignItems: 'center', minHeight: '2.2rem' } as const
const boxStyle = { width: '1.15rem', height: '1.15rem', margin: 0, accentColor: 'var(--ink)' } as const
const previewStyle = { padding: '1rem 1.2rem', background: 'var(--sheet)', fontSize: '0.9rem' } as const
const softStyle = { color: 'var(--ink-soft)' } as const
const valueStyle = {
  maxHeight: '6em',
  margin: '0 0 0.6rem',
  overflow: 'auto',
  overflowWrap: 'anywhere',
} as const

/** Lets the customer hide fields of the proof, and shows what the recipient will see. @param path the path of proof.json */
export function ShareProof({ path }: { path: string }) {
  const [fields, setFields] = useState<readonly OwnField[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [hiddenNames, setHiddenNames] = useState<readonly string[]>([])

  useEffect(() => {
    readOwnFields(path).then(setFields, () => setFailed(true))
  }, [path])

  if (hasFailed) return <p role="alert">We couldn’t load the proof. Reload the page to try again.</p>
  if (fields === null) return <p>Loading...</p>

  function setShown(name: string, isShown: boolean) {
    setHiddenNames(isShown ? hiddenNames.filter((other) => other !== name) : [...hiddenNames, name])
  }

  const query = hiddenNames.length === 0 ? '' : `?hide=${hiddenNames.join(',')}`
  return (
    <div style={columnsStyle}>
      <fieldset style={plainStyle}>
        <legend style={plainStyle}>Show</legend>
        {fields.map(({ name }) => (
          <label key={name} style={choiceStyle}>
            <input
              type="checkbox"
              style={boxStyle}
              checked={!hiddenNames.includes(name)}
              onChange={({ target }) => setShown(name, target.checked)}
            />
            {fieldLabels[name]}
          </label>
        ))}
      </fieldset>
      <section aria-labelledby="share-preview" style={previewStyle}>
        <h3 id="share-preview" style={{ fontSize: '1rem' }}>
          What the other person sees
        </h3>
        <dl>
          {fields.map(({ name, value: text }) => (
            <div key={name}>
              <dt style={softStyle}>{fieldLabels[name]}</dt>
              <dd
                style={
                  hiddenNames.includes(name)
                    ? { ...valueStyle, ...softStyle, fontStyle: 'italic' }
                    : valueStyle
                }
              >
                <bdi>{hiddenNames.includes(name) ? 'hidden by the sender' : readableValue(name, text)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <p style={softStyle}>The fingerprint and the date are always shown.</p>
      </section>
      <p>
        <a href={path + query} download className={button.secondary}>
          Download shared proof
        </a>{' '}
        Send it with your file.
      </p>
    </div>
  )
}
