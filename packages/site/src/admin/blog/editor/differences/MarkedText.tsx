import { htmlOf, markDifferences } from './word-differences.ts'

interface MarkedTextProps {
  text: string
  /** The text that it is compared with. */
  other: string
}

/** A plain text in which the words that another text lacks are marked. */
export function MarkedText({ text, other }: MarkedTextProps) {
  const { after } = markDifferences(htmlOf(other), htmlOf(text))
  return <span dangerouslySetInnerHTML={{ __html: after }} />
}
