/** Text that is HTML already. Made by `html` alone, so that nothing else gets in unescaped. */
class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}
export type { Html }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** A piece of HTML. Strings that are put into it are escaped, pieces and lists of pieces are not. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  const source = parts.reduce((before, part, index) => `${before}${sourceOf(values[index - 1] ?? '')}${part}`)
  return new Html(source)
}

function sourceOf(value: string | Html | Html[]): string {
  if (typeof value === 'string') return escape(value)
  if (value instanceof Html) return value.source
  return value.map((piece) => piece.source).join('')
}
