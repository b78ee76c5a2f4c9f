/** Text that is already HTML. Only `html` creates it, so that nothing unescaped gets in. */
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

/** Returns HTML. Interpolated strings are escaped; interpolated Html is not. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  const source = parts.reduce((before, part, index) => `${before}${sourceOf(values[index - 1] ?? '')}${part}`)
  return new Html(source)
}

function sourceOf(value: string | Html | Html[]): string {
  if (typeof value === 'string') return escape(value)
  if (value instanceof Html) return value.source
  return value.map((piece) => piece.source).join('')
}
