import { useEffect, useState } from 'react'
import button from '../../platform/layout/button.module.css'
import { fieldLabels, readableValue } from '../../proofs/record-rows.ts'
import { readOwnFields, type OwnField } from './own-proof.ts'

// Styles are here, because the rules of modules are inlined into every page.
const columns = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14rem), 1fr))',
  gap: '1.5rem 2.5rem',
  marginTop: '1.2rem',
} as const
const plain = { margin: 0, padding: 0, border: 0 } as const
const choice = { display: 'flex', gap: '0.7rem', alignItems: 'center', minHeight: '2.2rem' } as const
const box = { width: '1.15rem', height: '1.15rem', margin: 0, accentColor: 'var(--ink)' } as const
const sheet = { padding: '1rem 1.2rem', background: 'var(--sheet)', fontSize: '0.9rem' } as const
const soft = { color: 'var(--ink-soft)' } as const
const scrolled = {
  maxHeight: '6em',
  margin: '0 0 0.6rem',
  overflow: 'auto',
  overflowWrap: 'anywhere',
} as const

/** Lets the customer download the proof without some of what was recorded, and shows what the other person sees. @param path the path of proof.json */
export function ShareProof({ path }: { path: string }) {
  const [fields, setFields] = useState<readonly OwnField[] | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [hidden, setHidden] = useState<readonly string[]>([])

  useEffect(() => {
    readOwnFields(path).then(setFields, () => setFailed(true))
  }, [path])

  if (isFailed) return <p role="alert">We couldn’t load the proof. Reload the page to try again.</p>
  if (fields === null) return <p>Loading...</p>

  function show(name: string, isShown: boolean) {
    setHidden(isShown ? hidden.filter((other) => other !== name) : [...hidden, name])
  }

  const query = hidden.length === 0 ? '' : `?hide=${hidden.join(',')}`
  return (
    <div style={columns}>
      <fieldset style={plain}>
        <legend style={plain}>Show</legend>
        {fields.map(({ name }) => (
          <label key={name} style={choice}>
            <input
              type="checkbox"
              style={box}
              checked={!hidden.includes(name)}
              onChange={({ target }) => show(name, target.checked)}
            />
            {fieldLabels[name]}
          </label>
        ))}
      </fieldset>
      <section aria-labelledby="share-preview" style={sheet}>
        <h3 id="share-preview" style={{ fontSize: '1rem' }}>
          What the other person sees
        </h3>
        <dl>
          {fields.map(({ name, value: text }) => (
            <div key={name}>
              <dt style={soft}>{fieldLabels[name]}</dt>
              <dd style={hidden.includes(name) ? { ...scrolled, ...soft, fontStyle: 'italic' } : scrolled}>
                <bdi>{hidden.includes(name) ? 'hidden by the sender' : readableValue(name, text)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <p style={soft}>And always the fingerprint and the date.</p>
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
