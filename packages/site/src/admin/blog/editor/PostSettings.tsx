import type { PostInput } from '@priormark/core/blog/post-input'
import { postState, postStateLabels, postStates, type PostState } from '@priormark/core/blog/post'
import { Select } from 'antd'
import { Field } from '../../platform/ui/Field.tsx'
import { SelectField } from '../../platform/ui/NativeSelect.tsx'
import { useAuthors, useTopics } from '../post-queries.ts'
import { FeaturedImageField, FoldingCard, ScheduleField, SlugField } from './PostFields.tsx'
import type { PostFieldsProps } from './PostContentCard.tsx'

interface PostSettingsProps extends PostFieldsProps {
  /** Readers already have links to the post. */
  isPublished: boolean
  freeSlug: string | null
  onSlug: (slug: string) => void
  onChooseImage: () => void
}

/** The status, schedule, address, image, author and topics of the post. */
export function PostSettings(props: PostSettingsProps) {
  const { form, errors, isPublished, freeSlug, onEdit, onSlug, onChooseImage } = props
  // A date makes a draft scheduled.
  const states = postStates.filter((state) => state !== 'scheduled' || form.scheduledAt !== null)
  const topics = useTopics()
  const namesOf = (kind: 'categories' | 'tags') => topics.data?.[kind].map(({ name }) => name) ?? []
  return (
    <FoldingCard title="Post Settings" fields={settingsFields} errors={errors}>
      <SelectField
        label="Status"
        error={errors['status']?.[0]}
        style={{ width: '100%' }}
        value={postState(form)}
        options={states.map((value) => ({ value, label: postStateLabels[value] }))}
        onChange={(state) => onEdit(settingsOf(state, form))}
      />
      {form.status === 'draft' && (
        <ScheduleField
          scheduledAt={form.scheduledAt}
          error={errors['scheduledAt']?.[0]}
          onChange={(scheduledAt) => onEdit({ scheduledAt })}
        />
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
      <AuthorField
        authorId={form.authorId}
        error={errors['authorId']?.[0]}
        onChange={(authorId) => onEdit({ authorId })}
      />
      <TopicSelect
        label="Categories"
        hint="Choose one, or type a new one and press Enter."
        names={form.categories}
        topicNames={namesOf('categories')}
        error={errorOf(errors, 'categories')}
        onChange={(categories) => onEdit({ categories })}
      />
      <TopicSelect
        label="Tags"
        hint="The blog shows the first three."
        names={form.tags}
        topicNames={namesOf('tags')}
        error={errorOf(errors, 'tags')}
        onChange={(tags) => onEdit({ tags })}
      />
    </FoldingCard>
  )
}

const settingsFields = ['status', 'scheduledAt', 'slug', 'featuredImage', 'authorId', 'categories', 'tags']

function settingsOf(state: PostState, { scheduledAt }: PostInput): Pick<PostInput, 'status' | 'scheduledAt'> {
  return state === 'published'
    ? { status: 'published', scheduledAt }
    : { status: 'draft', scheduledAt: state === 'scheduled' ? scheduledAt : null }
}

/** Returns the error of a list, or the first error of its entries. */
function errorOf(errors: PostFieldsProps['errors'], field: string): string | undefined {
  const fieldError = Object.entries(errors).find(([key]) => key === field || key.startsWith(`${field}.`))
  return fieldError?.[1][0]
}

interface AuthorFieldProps {
  authorId: number
  error: string | undefined
  onChange: (authorId: number) => void
}

function AuthorField({ authorId, error, onChange }: AuthorFieldProps) {
  const { data: authors = [] } = useAuthors()
  const isKnown = authors.some(({ id }) => id === authorId)
  const options = [
    // The author stays chosen until their name is known, which it may not be without the server.
    ...(isKnown ? [] : [{ value: String(authorId), label: `Author ${authorId}` }]),
    ...authors.map(({ id, firstName }) => ({ value: String(id), label: firstName })),
  ]
  return (
    <SelectField
      label="Author"
      error={error}
      style={{ width: '100%' }}
      value={String(authorId)}
      options={options}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  )
}

interface TopicSelectProps {
  label: string
  hint: string
  names: string[]
  /** Existing names to suggest. */
  topicNames: readonly string[]
  error: string | undefined
  onChange: (names: string[]) => void
}

function TopicSelect({ label, hint, names, topicNames, error, onChange }: TopicSelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(inputProps) => (
        <Select
          {...inputProps}
          mode="tags"
          style={{ width: '100%' }}
          value={names}
          options={topicNames.map((name) => ({ value: name, label: name }))}
          tokenSeparators={[',']}
          notFoundContent="Type a name and press Enter"
          getPopupContainer={(trigger) => trigger.closest('main') ?? document.body}
          onChange={(chosen) => onChange(withoutRepeats(chosen))}
        />
      )}
    </Field>
  )
}

function withoutRepeats(names: string[]): string[] {
  const clean = names.map((name) => name.replace(/\s+/g, ' ').trim()).filter((name) => name !== '')
  const lower = clean.map((name) => name.toLowerCase())
  return clean.filter((name, index) => lower.indexOf(name.toLowerCase()) === index)
}
