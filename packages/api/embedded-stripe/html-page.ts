/** Returns a page of the stand-in. Its texts must not contain anything that people typed. */
export function htmlPage(title: string, main: string): Response {
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="stylesheet" href="../challenge.css" />
  </head>
  <body>
    <main>
      <p class="kind">Test payments</p>
      ${main}
    </main>
  </body>
</html>
`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** @param cents in the smallest unit of the currency */
export function formatAmount(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
}
