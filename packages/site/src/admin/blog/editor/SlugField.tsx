import { Button, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import styles from './SlugField.module.css'

interface SlugFieldProps {
  slug: string
  /** Readers know the post by its slug: changing it takes a decision. */
  isPublished: boolean
  error: string | undefined
  /** A free slug, where the wanted one is taken. */
  freeSlug: string | null
  onChange: (slug: string) => void
}

/** The post's address, guarded once readers know it. */
export function SlugField({ slug, isPublished, error, freeSlug, onChange }: SlugFieldProps) {
  const [isUnlocked, setUnlocked] = useState(false)
  const input = useRef<InputRef>(null)
  const isLocked = isPublished && !isUnlocked
  return (
    <>
      <Field label="URL Slug" error={error} hint={`/blog/${slug || '…'}`}>
        {(tie) => (
          <div className={styles.row}>
            <Input
              {...tie}
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
          <span>Changing the slug of a published post may break existing links</span>. The old address will
          redirect to the new one.
        </p>
      )}
    </>
  )
}
