import { cutText, excerptFrom } from '@priormark/core/blog/excerpt'
import {
  postLimits,
  type PostInput,
  postState,
  postStateLabels,
  postStates,
  type PostState,
  removeRepeats,
} from '@priormark/core/blog/post'
import { Select } from 'antd'
import { useDeferredValue, useMemo } from 'react'
import { useStore } from 'zustand'
import { Field } from '../../platform/ui/Field.tsx'
import { SelectField } from '../../platform/ui/NativeSelect.tsx'
import { TextAreaField, TextField } from '../../platform/ui/TextField.tsx'
import { useAuthors, useTopics } from '../post-queries.ts'
import type { PostEditorModel } from './post-editor-model.ts'
import {
  FeaturedImageField,
  FoldingCard,
  LengthMeter,
  ScheduleField,
  SlugField,
  usePostFields,
  type PostField,
} from './PostFields.tsx'
import styles from './PostFields.module.css'

interface PostSettingsProps {
  model: PostEditorModel
  onChooseImage: () => void
}

/** The status, schedule, address, image, author and topics of the post. */
export function PostSettings({ model, onChooseImage }: PostSettingsProps) {
  const { form, errors, isPublished, freeSlug } = useStore(model.store)
  const field = usePostFields(model)
  // A date makes a draft scheduled.
  const states = postStates.filter((state) => state !== 'scheduled' || form.scheduledAt !== null)
  const topics = useTopics()
  const namesOf = (kind: 'categories' | 'tags') => topics.data?.[kind].map(({ name }) => name) ?? []
  return (
    <FoldingCard title="Post Settings" fields={settingsFields} errors={errors}>
      <SelectField
        label="Status"
        error={field('status').error}
        style={{ width: '100%' }}
        value={postState(form)}
        options={states.map((value) => ({ value, label: postStateLabels[value] }))}
        onChange={(state) => model.edit(settingsOf(state, form))}
      />
      {form.status === 'draft' && <ScheduleField {...field('scheduledAt')} />}
      <SlugField {...field('slug')} isPublished={isPublished} freeSlug={freeSlug} onChange={model.setSlug} />
      <FeaturedImageField {...field('featuredImage')} onChoose={onChooseImage} />
      <AuthorField {...field('authorId')} />
      <TopicSelect
        label="Categories"
        hint="Choose one, or type a new one and press Enter."
        topicNames={namesOf('categories')}
        {...field('categories')}
      />
      <TopicSelect
        label="Tags"
        hint="The blog shows the first three."
        topicNames={namesOf('tags')}
        {...field('tags')}
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

function AuthorField({ value: authorId, error, onChange }: PostField<number>) {
  const { data: authors = [] } = useAuthors()
  const isListed = authors.some(({ id }) => id === authorId)
  const options = [
    // The author stays selected without a name, which is unknown until the server responds.
    ...(isListed ? [] : [{ value: String(authorId), label: `Author ${authorId}` }]),
    ...authors.map(({ id, firstName }) => ({ value: String(id), label: firstName })),
  ]
  return (
    <SelectField
      label="Author"
      error={error}
      style={{ width: '100%' }}
      value={String(authorId)}
      options={options}
      onChange={(value) => onChange(Number(value))}
    />
  )
}

interface TopicSelectProps extends PostField<string[]> {
  label: string
  hint: string
  topicNames: readonly string[]
}

function TopicSelect({ label, hint, topicNames, value, error, onChange }: TopicSelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(inputProps) => (
        <Select
          {...inputProps}
          mode="tags"
          style={{ width: '100%' }}
          value={value}
          options={topicNames.map((name) => ({ value: name, label: name }))}
          tokenSeparators={[',']}
          notFoundContent="Type a name and press Enter"
          getPopupContainer={(trigger) => trigger.closest('main') ?? document.body}
          onChange={(names) => {
            const trimmed = names
              .map((name) => name.replace(/\s+/g, ' ').trim())
              .filter((name) => name !== '')
            onChange(removeRepeats(trimmed))
          }}
        />
      )}
    </Field>
  )
}

const titleGoal = { recommended: [50, 60], max: postLimits.metaTitle } as const
const descriptionGoal = { recommended: [150, 160], max: postLimits.metaDescription } as const
const keywordsGoal = { max: postLimits.metaKeywords }

const seoFields = ['metaTitle', 'metaDescription', 'metaKeywords']

/** The meta fields for search engines and social networks. */
export function SeoSettings({ model }: { model: PostEditorModel }) {
  const { form, errors } = useStore(model.store)
  const field = usePostFields(model)
  return (
    <FoldingCard title="SEO Settings" fields={seoFields} errors={errors}>
      <LengthMeter text={form.metaTitle} goal={titleGoal} />
      <TextField label="Meta Title" hint="Recommended: 50-60 characters" {...field('metaTitle')} />
      <LengthMeter text={form.metaDescription} goal={descriptionGoal} />
      <TextAreaField
        label="Meta Description"
        hint="Recommended: 150-160 characters"
        rows={3}
        {...field('metaDescription')}
      />
      <LengthMeter text={form.metaKeywords} goal={keywordsGoal} />
      <TextField label="Meta Keywords" hint="Separate with commas" {...field('metaKeywords')} />
      <SearchPreview form={form} />
    </FoldingCard>
  )
}

/** About how much search engines show, in characters. */
const maxShownTitle = 60
const maxShownDescription = 160

/** The post as a search engine may show it. Empty fields use the same fallbacks as the public page. */
function SearchPreview({ form }: { form: PostInput }) {
  const content = useDeferredValue(form.content)
  const contentStart = useMemo(() => excerptFrom(content, maxShownDescription), [content])
  const title = form.metaTitle.trim() || form.title.trim() || 'The post’s title'
  const description =
    form.metaDescription.trim() || form.excerpt.trim() || contentStart || 'The start of the post.'
  return (
    <figure className={styles.resultPreview}>
      <figcaption className="admin-small">Search result preview</figcaption>
      <div className="admin-small">
        {location.host} › blog › {form.slug || '…'}
      </div>
      <div className={styles.title}>{cutText(title, maxShownTitle)}</div>
      <div>{cutText(description, maxShownDescription)}</div>
    </figure>
  )
}
