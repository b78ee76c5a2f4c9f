import { replyText } from '@priormark/core/settings/policy/rule-texts'
import type { Shop } from '@priormark/core/settings/groups'
import {
  fingerprintRows,
  type MailContent,
  type MailFact,
  type MailLink,
  type MailSection,
  type MailTone,
} from './mail-content.ts'

/** Text that is already HTML. Only `html` creates it, so that nothing unescaped gets in. */
class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}
export type { Html }

const entities: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }

/** Returns HTML. Interpolated strings are escaped; interpolated Html is not. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  const source = parts.reduce((before, part, index) => `${before}${sourceOf(values[index - 1] ?? '')}${part}`)
  return new Html(source)
}

function sourceOf(value: string | Html | Html[]): string {
  if (typeof value === 'string')
    return value.replace(/[&<>"']/g, (character) => `&${entities[character] ?? ''};`)
  if (value instanceof Html) return value.source
  return value.map((piece) => piece.source).join('')
}

/** The site's palette. Email programs support neither variables nor most style sheets, so styles are inline. */
const color = {
  paper: '#F6F3EC',
  sheet: '#FFFFFF',
  ink: '#15140F',
  inkSoft: '#57534A',
  rule: '#DDD6C8',
  verified: '#0A6B4E',
  wash: '#E9F2EC',
  amber: '#8A5200',
}

/** The colors of the seal and of its background. */
export const mailTones: Record<MailTone, { color: string; background: string }> = {
  ink: { color: color.ink, background: color.paper },
  green: { color: color.verified, background: color.wash },
  grey: { color: color.inkSoft, background: color.paper },
  amber: { color: color.amber, background: color.paper },
}

/** The site's typefaces where they are installed, since an email loads no fonts, and otherwise similar ones of each system. */
const serif = "'Source Serif 4', 'Source Serif Pro', Charter, Georgia, 'Times New Roman', serif"
const sans =
  "'Bricolage Grotesque', -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const mono = "'JetBrains Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"

const paragraphStyle = `margin:0 0 16px;font:16px/1.6 ${serif};color:${color.ink}`
const headingStyle = `margin:32px 0 8px;font:600 18px/1.35 ${sans};color:${color.ink}`
const hashStyle = `display:inline-block;font:600 15px/1.7 ${mono};color:${color.ink};white-space:nowrap;vertical-align:middle`
const primaryLinkStyle = `background:${color.ink};color:${color.sheet}`
const secondaryLinkStyle = `background:${color.sheet};color:${color.ink}`
const smallStyle = `margin:0 0 8px;font:13px/1.6 ${serif};color:${color.inkSoft}`

/** The content id of the seal's image in emails. */
export const sealContentId = 'seal@priormark'

/** Renders an email as a complete HTML page that loads nothing from the network. */
export function mailHtml(content: MailContent, shop: Shop): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${content.subject}</title>
      </head>
      <body style="margin:0;padding:0;background:${color.paper}">
        <div style="display:none;max-height:0;overflow:hidden">${content.preview}</div>
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:${color.paper}"
        >
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:600px;text-align:left"
              >
                <tr>
                  <td
                    style="padding:0 0 20px;font:700 20px/1.2 ${sans};letter-spacing:-0.02em;color:${color.ink}"
                  >
                    ${shop.name}
                  </td>
                </tr>
                <tr>
                  <td
                    style="padding:36px 7% 28px;overflow-wrap:anywhere;word-break:break-word;background:${color.sheet};border:1px solid ${color.rule};border-top:4px solid ${color.ink}"
                  >
                    ${content.mark === null ? '' : recordMark(content.mark, mailTones[content.tone].color)}
                    <h1
                      style="margin:0 0 16px;font:700 30px/1.15 ${sans};letter-spacing:-0.02em;color:${color.ink}"
                    >
                      <bdi>${isolateNames(content.heading)}</bdi>
                    </h1>
                    ${content.lead.map(paragraph)} ${content.links.map(link)}
                    ${content.fingerprint === null ? '' : workCard(content, content.fingerprint)}
                    ${content.sections.map(section)} ${content.closing.map(paragraph)}
                  </td>
                </tr>
                <tr>
                  <td style="padding:24px 0 0">${footer(shop)}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `.source
}

function recordMark({ word, note }: { word: string; note: string | null }, tone: string): Html {
  const stamp = 'border:3px solid;border-radius:3px;letter-spacing:0.14em'
  const tag = 'border:2px solid;letter-spacing:0.06em'
  return html`<p style="${paragraphStyle}">
    <span
      style="display:inline-block;margin-right:12px;padding:3px 9px;${note === null ? tag : stamp};font:700 13px/1.4 ${mono};color:${note === null ? tone : color.ink}"
      >${word === 'VERIFIED' ? html`&#10003; ` : ''}${word}</span
    >${note ?? ''}
  </p>`
}

/** Replaces the Unicode isolates around names with elements, which all email programs support. */
function isolateNames(words: string): Html[] {
  return words
    .split(/(\u2068[^\u2068\u2069]*\u2069)/)
    .map((part) => (part.startsWith('\u2068') ? html`<bdi>${part.slice(1, -1)}</bdi>` : html`${part}`))
}

function paragraph(words: string): Html {
  return html`<p style="${paragraphStyle}"><bdi>${isolateNames(words)}</bdi></p>`
}

function link({ label, url }: MailLink, index: number): Html {
  const buttonStyle = index === 0 ? primaryLinkStyle : secondaryLinkStyle
  return html`<p style="margin:24px 0 8px">
      <a
        href="${url}"
        style="display:inline-block;box-sizing:border-box;max-width:100%;padding:13px 22px;border:1px solid ${color.ink};${buttonStyle};font:600 16px/1.2 ${sans};text-decoration:none"
        >${isolateNames(label)}</a
      >
    </p>
    <p style="${smallStyle};word-break:break-all">
      <a href="${url}" style="color:${color.inkSoft}">${url}</a>
    </p>`
}

function workCard({ facts, tone }: MailContent, fingerprint: string): Html {
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:24px 0 8px;background:${mailTones[tone].background}"
  >
    <tr>
      <td style="padding:20px 20px 4px">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          ${facts.map(fact)}
        </table>
      </td>
    </tr>
    <tr>
      <td style="padding:12px 20px 20px;border-top:1px solid ${color.rule}">
        <p style="${smallStyle}">Fingerprint (SHA-256)</p>
        <img
          src="cid:${sealContentId}"
          width="112"
          height="112"
          alt="The seal drawn from this fingerprint"
          style="display:inline-block;margin:0 20px 8px 0;border:0;vertical-align:middle"
        />
        <span style="${hashStyle}">${fingerprintRows(fingerprint).map((row) => html`${row}<br />`)}</span>
      </td>
    </tr>
  </table>`
}

function fact({ label, value }: MailFact): Html {
  return html`<tr>
    <td
      valign="top"
      style="padding:0 16px 8px 0;font:14px/1.5 ${sans};color:${color.inkSoft};white-space:nowrap"
    >
      ${label}
    </td>
    <td
      valign="top"
      width="100%"
      style="padding:0 0 8px;font:600 14px/1.5 ${sans};color:${color.ink};word-break:break-word"
    >
      <bdi>${isolateNames(value)}</bdi>
    </td>
  </tr>`
}

function section({ heading, paragraphs = [], steps = [] }: MailSection): Html {
  const list =
    steps.length === 0
      ? ''
      : html`<ol style="margin:0 0 16px;padding:0 0 0 22px">
          ${steps.map((step) => html`<li style="margin:0 0 8px;font:16px/1.6 ${serif};color:${color.ink}">${isolateNames(step)}</li>`)}
        </ol>`
  return html`<h2 style="${headingStyle}">${heading}</h2>
    ${paragraphs.map(paragraph)}${list}`
}

function footer(shop: Shop): Html {
  return html`<p style="${smallStyle}">
      Questions? Write to
      <a href="mailto:${shop.supportEmail}" style="color:${color.inkSoft}">${shop.supportEmail}</a>.
      ${replyText(shop)}
    </p>
    <p style="${smallStyle}">
      ${shop.name} is run by ${shop.tradingName}, ${shop.tradingAddress}.
      <a href="${shop.publicUrl}" style="color:${color.inkSoft}">${shop.publicUrl}</a>
    </p>`
}
