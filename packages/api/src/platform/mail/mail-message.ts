import { replyText } from '@priormark/core/settings/policy/rule-texts'
import type { Shop } from '@priormark/core/settings/groups'
import { fingerprintRows, type MailContent, type MailSection } from './mail-content.ts'
import { mailHtml } from './mail-html.ts'
import type { OutgoingMail } from './mail-transport.ts'

interface Message
  extends Pick<OutgoingMail, 'to' | 'date' | 'name'>, Partial<Pick<OutgoingMail, 'image' | 'files'>> {
  /** Part of the Message-ID. Every attempt to send the email has the same id and date. */
  id: string
}

/** Renders an email of the shop as HTML and text. */
export function mailMessage(
  content: MailContent,
  shop: Shop,
  { id, image = null, files = [], ...message }: Message,
): OutgoingMail {
  return {
    ...message,
    replyTo: shop.supportEmail,
    subject: content.subject,
    html: mailHtml(content, shop),
    text: mailText(content, shop),
    image,
    files,
    messageId: `<${id}.${message.date.getTime()}@${new URL(shop.publicUrl).hostname}>`,
  }
}

const lineWidth = 76

/** Wraps at 76 columns. URLs are never broken. */
function mailText(content: MailContent, shop: Shop): string {
  const labelWidth = Math.max(...content.facts.map(({ label }) => label.length)) + 2
  const blocks = [
    ...markBlocks(content),
    ...content.lead.map((words) => wrap(words)),
    ...content.links.map(({ label, url }) => `${label}:\n${url}`),
    content.facts.map(({ label, value }) => `${`${label}:`.padEnd(labelWidth)}${value}`).join('\n'),
    ...(content.fingerprint === null ? [] : fingerprintBlocks(content.fingerprint)),
    ...content.sections.flatMap(sectionBlocks),
    ...content.closing.map((words) => wrap(words)),
    '-- ',
    wrap(`Questions? Write to ${shop.supportEmail}. ${replyText(shop)}`),
    wrap(`${shop.name} is run by ${shop.tradingName}, ${shop.tradingAddress}. ${shop.publicUrl}`),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function markBlocks({ mark, heading }: MailContent): string[] {
  if (mark === null) return [heading]
  return mark.note === null ? [`${mark.word}\n${heading}`] : [wrap(`${mark.word}: ${mark.note}`), heading]
}

function fingerprintBlocks(fingerprint: string): string[] {
  const rows = fingerprintRows(fingerprint).map((row) => `  ${row}`)
  return [['Fingerprint (SHA-256):', ...rows].join('\n'), fingerprint]
}

function sectionBlocks({ heading, paragraphs = [], steps = [] }: MailSection): string[] {
  const numberedSteps = steps.map((step, index) => wrap(step, `${index + 1}. `)).join('\n')
  return [heading.toUpperCase(), ...paragraphs.map((words) => wrap(words)), numberedSteps]
}

function wrap(words: string, prefix = ''): string {
  const indent = ' '.repeat(prefix.length)
  const lines = [prefix]
  for (const word of words.split(' ')) {
    const line = lines.at(-1) ?? ''
    const isEmpty = line === prefix || line === indent
    if (!isEmpty && line.length + 1 + word.length > lineWidth) lines.push(`${indent}${word}`)
    else lines[lines.length - 1] = isEmpty ? `${line}${word}` : `${line} ${word}`
  }
  return lines.join('\n')
}
