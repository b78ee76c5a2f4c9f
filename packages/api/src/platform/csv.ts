export type CsvCell = string | number | null

/** Returns a line of a CSV file (RFC 4180). A file begins with a byte order mark, so that spreadsheets read it as UTF-8. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(quoteCell).join(',')}\r\n`
}

/** The characters that begin a formula, including the full-width ones that East Asian spreadsheets accept. */
const formulaSigns = '=+\\-@＝＋－＠﹦﹢﹣﹫−'

/** The characters after which a spreadsheet could start a cell: each separates cells or lines in some locale. */
const separators = ';\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029'

/**
 * Matches each place where a spreadsheet could start a cell, with the quotes, spaces and invisible characters that follow and
 * the formula's sign, if there is one. The sign is optional so that a match never fails after a long run of spaces: retrying
 * at each of them would take quadratic time.
 */
const cellStart = new RegExp(
  `((?:^[${separators}]?|[${separators}])["\\s\\p{Cc}\\p{Cf}]*)([${formulaSigns}]?)`,
  'gu',
)
const separator = new RegExp(`[${separators}]`, 'gu')

/** Puts an apostrophe, which keeps a spreadsheet from running text as a formula, wherever one could start. */
function escapeFormulas(text: string): string {
  return text.replace(cellStart, (start: string, before: string, sign: string, offset: number) =>
    sign === '' ? start : (offset === 0 ? "'" : '') + before.replace(separator, "$&'") + sign,
  )
}

function quoteCell(value: CsvCell): string {
  const text = typeof value === 'string' ? escapeFormulas(value) : String(value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}
