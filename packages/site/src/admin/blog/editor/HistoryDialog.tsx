import type { PostInput } from '@priormark/core/blog/post-input'
import type { Revision } from '@priormark/core/blog/revision'
import { Button, Checkbox, Radio } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { Dialog } from '../../platform/ui/dialogs.tsx'
import { Loading } from '../../platform/ui/list-states.tsx'
import { differingFields } from './conflict-fields.ts'
import { hasSameWords, htmlOf, mergeDifferences } from './differences/word-differences.ts'
import { emptyForm } from './post-form.ts'
import { PostText } from './PostText.tsx'
import styles from './HistoryDialog.module.css'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { type EarlierText, useHistory, useRevision } from './use-history.ts'

interface HistoryDialogProps {
  isOpen: boolean
  postId: string
  /** The text in the editor. */
  current: PostInput
  /** @param fields the texts to restore, without the slug unless it was asked for */
  onRestore: (fields: RestoredFields) => void
  onClose: () => void
}

type RestoredFields = Omit<Revision['fields'], 'slug'> & { slug?: string }

interface ReadText extends EarlierText {
  fields: Revision['fields']
}

/** Lists the earlier texts of a post, to compare or restore. */
export function HistoryDialog({ isOpen, postId, current, onRestore, onClose }: HistoryDialogProps) {
  const [chosen, setChosen] = useState<ReadText | null>(null)
  const [isSlugWanted, setSlugWanted] = useState(false)
  const otherSlug = chosen !== null && chosen.fields.slug !== current.slug ? chosen.fields.slug : ''

  function restore({ fields: { slug, ...texts } }: ReadText) {
    // A post without an address takes that of the text.
    onRestore(isSlugWanted || current.slug === '' ? { ...texts, slug } : texts)
  }

  return (
    <Dialog
      title="History"
      isOpen={isOpen}
      onClose={onClose}
      width={920}
      afterClose={() => {
        setChosen(null)
        setSlugWanted(false)
      }}
      footer={[
        otherSlug !== '' && current.slug !== '' && (
          <Checkbox
            key="slug"
            className={styles.slug ?? ''}
            checked={isSlugWanted}
            onChange={({ target }) => setSlugWanted(target.checked)}
          >
            Restore its address too: /blog/{otherSlug}
          </Checkbox>
        ),
        <Button key="close" onClick={onClose}>
          Cancel
        </Button>,
        <Button
          key="restore"
          type="primary"
          disabled={chosen === null}
          onClick={() => chosen && restore(chosen)}
        >
          Restore
        </Button>,
      ]}
    >
      <EarlierTexts postId={postId} current={current} onChoose={setChosen} />
    </Dialog>
  )
}

interface EarlierTextsProps {
  postId: string
  current: PostInput
  onChoose: (text: ReadText | null) => void
}

function EarlierTexts({ postId, current, onChoose }: EarlierTextsProps) {
  const { formatMoment } = useShopDates()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const { texts, isPending, isServerMissing } = useHistory(postId)
  const position = texts.findIndex(({ id }) => id === chosenId)
  const chosen = texts[position] ?? null
  const revision = useRevision(postId, chosen?.fields === null ? chosen.id : null)
  const fields = chosen?.fields ?? revision.data?.fields
  const read = useMemo(
    () => (chosen === null || fields === undefined ? null : { ...chosen, fields }),
    // A chosen text never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [chosen?.id, fields],
  )
  useEffect(() => {
    if (read !== null) onChoose(read)
  }, [read, onChoose])

  if (isPending) return <Loading label="Loading the history" />
  const notice = isServerMissing && (
    <p role="alert">The versions on the server could not be loaded. These texts are on this computer.</p>
  )
  if (texts.length === 0 && !isServerMissing)
    return <p>No earlier texts yet. Your text is autosaved 3 seconds after you stop typing.</p>
  return (
    <div className={styles.columns}>
      {notice}
      <ul className={`admin-list ${styles.list}`} aria-label="Earlier texts, newest first">
        {texts.map((line) => (
          <li key={line.id}>
            <button
              type="button"
              aria-pressed={line.id === chosenId}
              onClick={() => {
                onChoose(null)
                setChosenId(line.id)
              }}
            >
              <strong>{line.name}</strong>
              <br />
              {formatMoment(line.at)}
              <br />
              <span className="admin-small">
                {line.by !== null && `${line.by}, `}
                {line.wordCount === 1 ? '1 word' : `${line.wordCount} words`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <section className={styles.text} aria-label="Selected text">
        {chosenId === null && <p className="admin-small">Choose a text to read it.</p>}
        {revision.isError && <p role="alert">This text could not be loaded.</p>}
        {read !== null && (
          <ReadTextView
            postId={postId}
            text={read}
            former={texts.slice(position + 1).find(({ kind }) => kind === 'version') ?? null}
            current={current}
          />
        )}
      </section>
    </div>
  )
}

const views = [
  { value: 'current', label: 'Compare with current text' },
  { value: 'former', label: 'Compare with version before' },
  { value: 'text', label: 'Text only' },
]

interface ReadTextProps {
  postId: string
  text: ReadText
  /** The saved version before it, or null for the first. */
  former: EarlierText | null
  current: PostInput
}

/** An earlier text, with its differences from the text in the editor or from the version before it. */
function ReadTextView({ postId, text, former, current }: ReadTextProps) {
  const { formatMoment } = useShopDates()
  const [view, setView] = useState('current')
  const formerRevision = useRevision(postId, view === 'former' ? (former?.id ?? null) : null)
  const { fields } = text
  const compared = { current, former: formerRevision.data?.fields, text: undefined }[view]
  return (
    <>
      <p className="admin-small">
        {text.name}, saved {text.by !== null && `by ${text.by} `}on {formatMoment(text.at)}
      </p>
      <Radio.Group
        aria-label="Differences"
        options={views.filter(({ value }) => value !== 'former' || former !== null)}
        value={view}
        onChange={({ target }) => setView(String(target.value))}
      />
      {compared === undefined ? (
        <>
          <h3>{fields.title || 'Untitled'}</h3>
          <PostText html={fields.content} />
        </>
      ) : (
        <Changes from={compared} to={fields} />
      )}
    </>
  )
}

function Changes({ from, to }: { from: Revision['fields']; to: Revision['fields'] }) {
  const dates = useShopDates()
  const fields = differingFields({ ...emptyForm, ...to }, from, dates).filter(
    ({ label }) => label !== 'Title',
  )
  const isSame = fields.length === 0 && from.title === to.title && from.content === to.content
  return (
    <div className="admin-changes">
      <p className="admin-small">
        {isSame ? (
          'Both texts are the same.'
        ) : (
          <>
            It has <ins>these words</ins> and lacks <del>these words</del>.
          </>
        )}
      </p>
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map(({ label, mine, theirs }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dangerouslySetInnerHTML={{ __html: mergeDifferences(htmlOf(theirs), htmlOf(mine)) }} />
            </div>
          ))}
        </dl>
      )}
      <h3 dangerouslySetInnerHTML={{ __html: mergeDifferences(htmlOf(from.title), htmlOf(to.title)) }} />
      {from.content !== to.content && hasSameWords(from.content, to.content) && (
        <p className="admin-small">Only the formatting of the content differs.</p>
      )}
      <PostText html={mergeDifferences(from.content, to.content)} />
    </div>
  )
}
