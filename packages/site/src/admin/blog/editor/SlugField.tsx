import { Button, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { Field } from '../../platform/ui/Field.tsx'
import styles from './SlugField.module.css'

interface SlugFieldProps {
  slug: string
  /** The post is published, so the slug is locked until the person presses Edit. */
  isPublished: boolean
  error: string | undefined
  /** A free slug if the entered one is taken, or null. */
  freeSlug: string | null
  onChange: (slug: string) => void
}

/** The post's slug, locked while it is published. */
export function SlugField({ slug, isPublished, error, freeSlug, onChange }: SlugFieldProps) {
  const [isUnlocked, setUnlocked] = useState(false)
  const input = useRef<InputRef>(null)
  const isLocked = isPublished && !isUnlocked
  return (
    <>
      <Field label="URL Slug" error={error} hint={`/blog/${slug || '…'}`}>
        {(inputProps) => (
          <div className={styles.row}>
            <Input
              {...inputProps}
              ref={input}
              readOnly={isLocked}
              value={slug}
              autoCapitalize="none"
              spellCheck={false}
              onChange={({ target }) => onChange(target.value)}
            />
            {isLocked && (
              <Button
                aria-label="Edit URL slug"
                onClick={() => {
                  setUnlocked(true)
                  input.current?.focus()
                }}
              >
                Edit
              </Button>
            )}
            {freeSlug !== null && <Button onClick={() => onChange(freeSlug)}>Use {freeSlug}</Button>}
          </div>
        )}
      </Field>
      {isPublished && isUnlocked && (
        <p className={styles.warning} role="alert">
          <span>Changing the slug of a published post may break existing links</span>
          <br />
          Old links redirect here.
        </p>
      )}
    </>
  )
}
