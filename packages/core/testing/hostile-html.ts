/** The length of each hostile text, in characters. */
const length = 56_000

const fill = (part: string) => part.repeat(Math.floor(length / part.length))

/** A post of the same length, to compare times with. */
export const ordinaryHtml = fill(
  '<p>A <strong>word</strong>, <a href="https://example.org/">a link</a>.</p><figure class="image"><img src="/media/a.webp" alt="A"></figure>',
)

/** HTML that makes careless code take time that grows with the square of its length: unfinished, repeated and nested tags. */
export const hostileHtml: readonly string[] = [
  ...[
    '<script ',
    '<script>',
    '<style>',
    '<template>',
    '<textarea>',
    '<!--',
    '<!-',
    '<?',
    '</',
    '<',
    '<a',
  ].map(fill),
  ...['<p>', '<b>', '<ul><li>', '<table>', '<figure>', '<figure class="media">', '<svg>', '<p><li>'].map(
    fill,
  ),
  ...[
    '<img alt=" ',
    '<a b="',
    "<a b='",
    '<a =',
    '<oembed url="',
    '<span style="',
    '&',
    '&#',
    '&a',
    ' ',
    '&nbsp;',
  ].map(fill),
  `<img alt="${fill(' ')}x">`,
  `<figure class="${fill('media ')}">`,
  `<figure style="${fill(';width:')}">`,
  `<figure>${fill(' ')}x</figure>`,
  `<a ${fill('b ')}>`,
  `<a ${fill(' ')}b`,
  `${'<i>'.repeat(length / 7)}${'</b>'.repeat(length / 7)}`,
]
