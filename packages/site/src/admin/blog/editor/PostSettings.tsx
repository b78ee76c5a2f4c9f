import { Input } from 'antd'
import { Field } from '../../ui/Field.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { useTopics } from '../post-queries.ts'
import { FeaturedImageField } from './FeaturedImageField.tsx'
import type { PostFieldsProps } from './PostContentCard.tsx'
import { localMoment, momentFrom, shopTimeZone } from '../../session/shop-dates.ts'
import { hasPassed } from './schedule.ts'
import styles from './PostFields.module.css'
import { SlugField } from './SlugField.tsx'
import { TopicSelect } from './TopicSelect.tsx'

const statusOptions = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
] as const

interface PostSettingsProps extends PostFieldsProps {
  /** Readers already have links to the post. */
  isPublished: boolean
  freeSlug: string | null
  onSlug: (slug: string) => void
  onChooseImage: () => void
}

/** The status, schedule, address, image and topics of the post. */
export function PostSettings(props: PostSettingsProps) {
  const { form, errors, isPublished, freeSlug, onEdit, onSlug, onChooseImage } = props
  const topics = useTopics()
  const namesOf = (kind: 'categories' | 'tags') => topics.data?.[kind].map(({ name }) => name) ?? []
  return (
    <section className={`admin-card ${styles.fields}`} aria-labelledby="settings-title">
      <h2 id="settings-title">Post Settings</h2>
      <Field label="Status" error={errors['status']?.[0]}>
        {({ status: _status, ...inputProps }) => (
          <NativeSelect
            {...inputProps}
            style={{ width: '100%' }}
            value={form.status}
            options={statusOptions}
            onChange={(status) => onEdit({ status })}
          />
        )}
      </Field>
      {form.status === 'draft' && (
        <Field
          label="Schedule for"
          error={errors['scheduledAt']?.[0]}
          hint={
            hasPassed(form.scheduledAt)
              ? 'This time has passed. Once saved, the post is published within a minute.'
              : `Leave empty to publish manually. Time zone: ${shopTimeZone()}`
          }
        >
          {(inputProps) => (
            <Input
              {...inputProps}
              type="datetime-local"
              value={localMoment(form.scheduledAt)}
              onChange={({ target }) => onEdit({ scheduledAt: momentFrom(target.value) })}
            />
          )}
        </Field>
      )}
      <SlugField
        slug={form.slug}
        isPublished={isPublished}
        error={errors['slug']?.[0]}
        freeSlug={freeSlug}
        onChange={onSlug}
      />
      <FeaturedImageField
        url={form.featuredImage}
        error={errors['featuredImage']?.[0]}
        onChange={(featuredImage) => onEdit({ featuredImage })}
        onChoose={onChooseImage}
      />
      <TopicSelect
        label="Categories"
        hint="Choose one, or type a new one and press Enter."
        names={form.categories}
        known={namesOf('categories')}
        error={errorOf(errors, 'categories')}
        onChange={(categories) => onEdit({ categories })}
      />
      <TopicSelect
        label="Tags"
        hint="The blog shows the first three."
        names={form.tags}
        known={namesOf('tags')}
        error={errorOf(errors, 'tags')}
        onChange={(tags) => onEdit({ tags })}
      />
    </section>
  )
}

/** Returns the error of a list, or the first error of its entries. */
function errorOf(errors: PostFieldsProps['errors'], field: string): string | undefined {
  const found = Object.entries(errors).find(([key]) => key === field || key.startsWith(`${field}.`))
  return found?.[1][0]
}
