import { Input, Button, type InputRef } from 'antd'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import styles from './PostFields.module.css'
import { useRef, useState, useId, type ReactNode } from 'react'
import type { PostInput } from '@priormark/core/blog/post'
import type { FieldErrors } from '@priormark/core/platform/errors'
import { useStore } from 'zustand'
import type { PostEditorModel } from './post-editor-model.ts'
import { useMediaQuery } from '../../platform/ui/media.ts'

/** A field of the post: its value, its error and its change handler. */
export interface PostField<Value> {
  value: Value
  error: string | undefined
  onChange: (value: Value) => void
}

/** Returns a function that returns the fields of the edited post. */
export function usePostFields(model: PostEditorModel) {
  const { form, errors } = useStore(model.store)
  return <Name extends keyof PostInput>(name: Name): PostField<PostInput[Name]> => ({
    value: form[name],
    // The error of an entry of a list has a key such as 'tags.2'.
    error: Object.entries(errors).find(([key]) => key === name || key.startsWith(`${name}.`))?.[1][0],
    onChange: (value) => model.edit({ [name]: value }),
  })
}

const defaultTime = '09:00'

/** The day and time at which a draft is published: ISO 8601, or null if it is not scheduled. */
export function ScheduleField({ value: scheduledAt, error, onChange }: PostField<string | null>) {
  const { localMoment, momentFrom, timeZone } = useShopDates()
  const [day = '', time = defaultTime] = scheduledAt === null ? [] : localMoment(scheduledAt).split('T')
  const hint = hasPassed(scheduledAt)
    ? 'This time has passed. Once saved, the post is published within a minute.'
    : `Leave empty to publish manually. Time zone: ${timeZone}`
  return (
    <Field label="Schedule for" error={error} hint={hint}>
      {(inputProps) => (
        <div className={styles.row}>
          <Input
            {...inputProps}
            type="date"
            value={day}
            onChange={({ target }) =>
              onChange(target.value === '' ? null : momentFrom(`${target.value}T${time}`))
            }
          />
          {day !== '' && (
            <Input
              className={styles.time ?? ''}
              aria-label="Time"
              type="time"
              value={time}
              // Empty while it is being typed.
              onChange={({ target }) => target.value !== '' && onChange(momentFrom(`${day}T${target.value}`))}
            />
          )}
        </div>
      )}
    </Field>
  )
}

/** Whether an ISO 8601 time is in the past. */
function hasPassed(iso: string | null): boolean {
  return iso !== null && Date.parse(iso) <= Date.now()
}

interface SlugFieldProps extends PostField<string> {
  /** Whether the post is published. Its slug is then locked until the person presses Edit. */
  isPublished: boolean
  /** A free slug if the entered one is taken, or null. */
  freeSlug: string | null
}

/** The post's slug, locked while it is published. */
export function SlugField({ value: slug, isPublished, error, freeSlug, onChange }: SlugFieldProps) {
  const [isUnlocked, setUnlocked] = useState(false)
  const input = useRef<InputRef>(null)
  const isLocked = isPublished && !isUnlocked
  return (
    <>
      <Field label="URL Slug" error={error} hint={`/blog/${slug || '…'}`}>
        {(inputProps) => (
          <div className={`admin-line ${styles.slugRow}`}>
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
        <p className="admin-notice" role="alert">
          <span>Changing the slug of a published post may break existing links</span>
          <br />
          Old links redirect here.
        </p>
      )}
    </>
  )
}

/** The placeholder for an image that cannot be loaded: the registration mark without its quarters. */
const placeholder = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><rect width="160" height="90" fill="#ddd6c8"/><g fill="none" stroke="#57534a" stroke-width="2"><circle cx="80" cy="45" r="16"/><path d="M80 21v48M56 45h48"/></g></svg>',
)}`

/** The URL of the image above the post, with a preview. */
export function FeaturedImageField(props: PostField<string> & { onChoose: () => void }) {
  const { value: url, error, onChange, onChoose } = props
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const trimmedUrl = url.trim()
  return (
    <>
      <Field
        label="Featured Image URL"
        error={error}
        hint="An image from the library, or any https:// address."
      >
        {(inputProps) => (
          <div className={styles.row}>
            <Input {...inputProps} value={url} onChange={({ target }) => onChange(target.value)} />
            <Button onClick={onChoose}>Choose</Button>
          </div>
        )}
      </Field>
      {trimmedUrl !== '' && (
        <img
          key={trimmedUrl}
          className={styles.preview}
          src={failedUrl === trimmedUrl ? placeholder : trimmedUrl}
          alt={failedUrl === trimmedUrl ? 'Could not be loaded' : 'Preview of the featured image'}
          onError={() => setFailedUrl(trimmedUrl)}
        />
      )}
    </>
  )
}

/** The recommended and the maximum length of a text, in characters. */
interface LengthGoal {
  recommended?: readonly [number, number]
  max: number
}

/** Shows the length of a text and its maximum while it is typed. */
export function LengthMeter({ text, goal: { recommended, max } }: { text: string; goal: LengthGoal }) {
  const { length } = text.trim()
  const isGood = recommended !== undefined && length >= recommended[0] && length <= recommended[1]
  return (
    <span className={styles.meter} data-state={length > max ? 'over' : isGood ? 'good' : 'open'}>
      {length} / {max}
      {length > max ? ' too long' : isGood && ' ✓'}
    </span>
  )
}

/** Matches while the side column is below the text. The width is the same in PostEditor.module.css. */
const oneColumnQuery = '(max-width: 960px)'

interface FoldingCardProps {
  title: string
  /** The names of its fields. If one of them has an error, the card is open. */
  fields: readonly string[]
  errors: FieldErrors
  children: ReactNode
}

/** A card that is closed at first on a narrow screen, where its fields would hide what follows. */
export function FoldingCard({ title, fields, errors, children }: FoldingCardProps) {
  const titleId = useId()
  const isFolding = useMediaQuery(oneColumnQuery)
  const [isOpen, setOpen] = useState(false)
  // The error of an entry of a list has a key such as 'tags.2'.
  const hasError = Object.keys(errors).some((key) => fields.includes(key.split('.')[0] ?? key))
  const cardClasses = `admin-card ${styles.fields}`
  if (!isFolding) {
    return (
      <section className={cardClasses} aria-labelledby={titleId}>
        <h2 id={titleId}>{title}</h2>
        {children}
      </section>
    )
  }
  return (
    <details
      className={cardClasses}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  )
}
