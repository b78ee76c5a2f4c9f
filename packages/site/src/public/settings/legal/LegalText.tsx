import type { Block, Inline } from '@priormark/core/settings/public-endpoints'
import { useContent, loadPart } from '../../../rendering/page/page-context.tsx'
import page from '../../platform/layout/page.module.css'

export const loadTerms = () =>
  loadPart(() => <LegalText isNumbered />, 'legal', '/api/page-texts/legal/terms')

export const loadPrivacy = () =>
  loadPart(() => <LegalText isNumbered={false} />, 'legal', '/api/page-texts/legal/privacy')

function LegalText({ isNumbered }: { isNumbered: boolean }) {
  const { lastUpdated, sections } = useContent('legal')
  const List = isNumbered ? 'ol' : 'div'
  const Section = isNumbered ? 'li' : 'section'
  return (
    <>
      <p className={page.intro}>Last updated: {lastUpdated}</p>
      <List className={page.sections}>
        {sections.map(({ title, blocks }) => (
          <Section key={title}>
            <h2>{title}</h2>
            {blocks.map((block, index) => (
              <LegalBlock key={index} block={block} />
            ))}
          </Section>
        ))}
      </List>
    </>
  )
}

function LegalBlock({ block }: { block: Block }) {
  if (block.kind === 'paragraph') return <p>{inlineContent(block.content)}</p>
  return (
    <ul>
      {block.items.map((item, index) => (
        <li key={index}>{inlineContent(item)}</li>
      ))}
    </ul>
  )
}

function inlineContent(parts: readonly Inline[]) {
  return parts.map((part, index) => {
    if (part.kind === 'bold') return <b key={index}>{part.text}</b>
    if (part.kind === 'text') return part.text
    return (
      <a key={index} href={part.href} rel="noopener noreferrer">
        {part.text}
      </a>
    )
  })
}
