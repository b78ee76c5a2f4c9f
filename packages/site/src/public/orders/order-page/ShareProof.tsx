import { hideableNames } from '@priormark/core/proofs/proof/record'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import button from '../../platform/layout/button.module.css'
import { fieldLabels, readableValue } from '../../proofs/record-rows.ts'
import styles from './ShareProof.module.css'

/** What is read of the order's own proof.json. */
const OwnProof = v.object({
  record: v.object({ fields: v.array(v.object({ name: v.string(), value: v.string() })) }),
})
type Field = { name: string; value: string }

/** Lets the customer download the proof without some of what was recorded, and shows what the other person sees. @param path of proof.json */
export function ShareProof({ path }: { path: string }) {
  const [fields, setFields] = useState<readonly Field[] | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [hidden, setHidden] = useState<readonly string[]>([])

  useEffect(() => {
    readFields(path).then(setFields, () => setFailed(true))
  }, [path])

  if (isFailed) return <p role="alert">We couldn’t load the proof. Reload the page to try again.</p>
  if (fields === null) return <p>Loading...</p>

  function show(name: string, isShown: boolean) {
    setHidden(isShown ? hidden.filter((other) => other !== name) : [...hidden, name])
  }

  const query = hidden.length === 0 ? '' : `?hide=${hidden.join(',')}`
  return (
    <div className={styles.share}>
      <fieldset>
        <legend>Show</legend>
        {fields.map(({ name }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={!hidden.includes(name)}
              onChange={({ target }) => show(name, target.checked)}
            />
            {fieldLabels[name]}
          </label>
        ))}
      </fieldset>
      <section aria-labelledby="share-preview">
        <h3 id="share-preview">What the other person sees</h3>
        <dl>
          {fields.map(({ name, value }) => (
            <div key={name} data-hidden={hidden.includes(name) || undefined}>
              <dt>{fieldLabels[name]}</dt>
              <dd>
                <bdi>{hidden.includes(name) ? 'hidden by the sender' : readableValue(name, value)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <p>And always the fingerprint and the date.</p>
      </section>
      <p className={styles.send}>
        <a href={path + query} download className={button.small}>
          Download shared proof
        </a>{' '}
        Send it with your file.
      </p>
    </div>
  )
}

/** Returns the fields that can be hidden, in display order, without empty ones. */
async function readFields(path: string): Promise<Field[]> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const { record } = v.parse(OwnProof, await response.json())
  const values = new Map(record.fields.map(({ name, value }) => [name, value]))
  return hideableNames.flatMap((name) => {
    const value = values.get(name) ?? ''
    return value === '' ? [] : [{ name, value }]
  })
}
