import type { Revision } from '@priormark/core/blog/revision'
import { Button, Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../platform/ui/dialogs.tsx'
import { Loading } from '../../platform/ui/list-states.tsx'
import { wordsText } from '../post-labels.ts'
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
  current: Revision['fields']
  /** @param fields the texts to restore, without the slug unless it was asked for */
  onRestore: (fields: RestoredFields) => void
  onClose: () => void
}

type RestoredFields = Omit<Revision['fields'], 'slug'> & { slug?: string }

/** Lists the earlier texts of a post, to compare or restore. */
export function HistoryDialog({ isOpen, ...props }: HistoryDialogProps) {
  return (
    <Dialog title="History" isOpen={isOpen} onClose={props.onClose} width={920} footer={null}>
      <History {...props} />
    </Dialog>
  )
}

function History({ postId, current, onRestore, onClose }: Omit<HistoryDialogProps, 'isOpen'>) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isSlugWanted, setSlugWanted] = useState(false)
  const { texts, isPending, isServerMissing } = useHistory(postId)
  const position = texts.findIndex(({ id }) => id === chosenId)
  const chosen = texts[position] ?? null
  const revision = useRevision(postId, chosen?.fields === null ? chosen.id : null)
  const fields = chosen?.fields ?? revision.data?.fields
  const otherSlug = fields !== undefined && fields.slug !== current.slug ? fields.slug : ''

  function restore() {
    if (fields === undefined) return
    const { slug: _slug, ...others } = fields
    // A post without an address takes that of the text.
    onRestore(isSlugWanted || current.slug === '' ? fields : others)
  }

  if (isPending) return <Loading label="Loading the history" />
  return (
    <>
      {isServerMissing && (
        <p role="alert">The versions on the server could not be loaded. These texts are on this computer.</p>
      )}
      {texts.length === 0 && !isServerMissing ? (
        <p>No earlier texts yet. Your text is autosaved 3 seconds after you stop typing.</p>
      ) : (
        <div className={styles.columns}>
          <TextList texts={texts} chosenId={chosenId} onChoose={setChosenId} />
          <section className={styles.text} aria-label="Selected text">
            {chosenId === null && <p className="admin-small">Choose a text to read it.</p>}
            {revision.isError && <p role="alert">This text could not be loaded.</p>}
            {chosen !== null && fields !== undefined && (
              <EarlierTextView
                postId={postId}
                text={chosen}
                fields={fields}
                former={texts.slice(position + 1).find(({ kind }) => kind === 'version') ?? null}
                current={current}
              />
            )}
          </section>
        </div>
      )}
      <div className={`admin-line ${styles.buttons}`}>
        {otherSlug !== '' && current.slug !== '' && (
          <Checkbox
            className={styles.slug ?? ''}
            checked={isSlugWanted}
            onChange={({ target }) => setSlugWanted(target.checked)}
          >
            Restore its address too: /blog/{otherSlug}
          </Checkbox>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="primary" disabled={fields === undefined} onClick={restore}>
          Restore
        </Button>
      </div>
    </>
  )
}

interface TextListProps {
  texts: readonly EarlierText[]
  chosenId: string | null
  onChoose: (id: string) => void
}

function TextList({ texts, chosenId, onChoose }: TextListProps) {
  const { formatMoment } = useShopDates()
  return (
    <ul className={`admin-list ${styles.list}`} aria-label="Earlier texts, newest first">
      {texts.map(({ id, name, at, by, wordCount }) => (
        <li key={id}>
          <button
            type="button"
            className="admin-text-button"
            aria-pressed={id === chosenId}
            onClick={() => onChoose(id)}
          >
            <strong>{name}</strong>
            <br />
            {formatMoment(at)}
            <br />
            <span className="admin-small">
              {by !== null && `${by}, `}
              {wordsText(wordCount)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const views = [
  { value: 'current', label: 'Compare with current text' },
  { value: 'former', label: 'Compare with version before' },
  { value: 'text', label: 'Text only' },
]

interface EarlierTextProps {
  postId: string
  text: EarlierText
  fields: Revision['fields']
  /** The saved version before it, or null for the first. */
  former: EarlierText | null
  current: Revision['fields']
}

/** An earlier text, with its differences from the text in the editor or from the version before it. */
function EarlierTextView({ postId, text, fields, former, current }: EarlierTextProps) {
  const { formatMoment } = useShopDates()
  const [view, setView] = useState('current')
  const formerRevision = useRevision(postId, view === 'former' ? (former?.id ?? null) : null)
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
              <dt className="admin-small">{label}</dt>
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
