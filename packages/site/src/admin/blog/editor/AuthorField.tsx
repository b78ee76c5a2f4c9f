import { Field } from '../../platform/ui/Field.tsx'
import { NativeSelect } from '../../platform/ui/NativeSelect.tsx'
import { useAuthors } from '../post-queries.ts'

interface AuthorFieldProps {
  authorId: number
  error: string | undefined
  onChange: (authorId: number) => void
}

/** Whom readers see as the author of the post. */
export function AuthorField({ authorId, error, onChange }: AuthorFieldProps) {
  const { data: authors = [] } = useAuthors()
  const isKnown = authors.some(({ id }) => id === authorId)
  const options = [
    // The author stays chosen until their name is known, which it may not be without the server.
    ...(isKnown ? [] : [{ value: String(authorId), label: `Author ${authorId}` }]),
    ...authors.map(({ id, firstName }) => ({ value: String(id), label: firstName })),
  ]
  return (
    <Field label="Author" error={error}>
      {({ status: _status, ...inputProps }) => (
        <NativeSelect
          {...inputProps}
          style={{ width: '100%' }}
          value={String(authorId)}
          options={options}
          onChange={(chosen) => onChange(Number(chosen))}
        />
      )}
    </Field>
  )
}
