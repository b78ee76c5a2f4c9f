import { Button, Input } from 'antd'
import { useState } from 'react'
import { Field } from '../../platform/ui/Field.tsx'
import styles from './FeaturedImageField.module.css'

interface FeaturedImageFieldProps {
  url: string
  error: string | undefined
  onChange: (url: string) => void
  onChoose: () => void
}

/** The placeholder for an image that cannot be loaded: the registration mark without its quarters. */
const placeholder = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><rect width="160" height="90" fill="#ddd6c8"/><g fill="none" stroke="#57534a" stroke-width="2"><circle cx="80" cy="45" r="16"/><path d="M80 21v48M56 45h48"/></g></svg>',
)}`

/** The URL of the image above the post, with a preview. */
export function FeaturedImageField({ url, error, onChange, onChoose }: FeaturedImageFieldProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const shown = url.trim()
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
      {shown !== '' && (
        <img
          key={shown}
          className={styles.preview}
          src={failedUrl === shown ? placeholder : shown}
          alt={failedUrl === shown ? 'Could not be loaded' : 'Preview of the featured image'}
          onError={() => setFailedUrl(shown)}
        />
      )}
    </>
  )
}
