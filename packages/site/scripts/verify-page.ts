import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { build } from 'vite'

const folder = new URL('../src/public/verify/offline/', import.meta.url)

/**
 * Builds verify.html: the verifier as one self-contained file that works offline. Its Content Security Policy allows
 * only its own script and style and compiling the hashes, so it cannot send anything to any address.
 */
export async function makeVerifyPage(): Promise<string> {
  const { script, style } = await bundle()
  const policy = [
    "default-src 'none'",
    `script-src '${sourceHash(script)}' 'wasm-unsafe-eval'`,
    // The worker that reads archives runs the page's own script from a blob.
    'worker-src blob:',
    `style-src '${sourceHash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const template = await readFile(new URL('verify.html', folder), 'utf8')
  const parts: Record<string, string> = {
    'content-security-policy': `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    style: `<style>${style}</style>`,
    script: `<script>${script}</script>`,
  }
  return template
    .replace(/>\s+</g, '><')
    .replace(/<!--([a-z-]+)-->/g, (place, name: string) => parts[name] ?? place)
}

async function bundle(): Promise<{ script: string; style: string }> {
  const result = await build({
    configFile: false,
    root: new URL('../../../../', folder).pathname,
    logLevel: 'warn',
    resolve: { alias: { 'react/jsx-runtime': new URL('dom-jsx-runtime.ts', folder).pathname } },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2023',
      cssCodeSplit: false,
      rolldownOptions: {
        input: new URL('main.ts', folder).pathname,
        output: { format: 'iife' },
      },
    },
  })
  const [first] = Array.isArray(result) ? result : [result]
  if (first === undefined || !('output' in first)) throw new Error('The verifier has no output')
  const scripts = first.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
  const styles = first.output.flatMap((file) => (file.type === 'asset' ? [String(file.source)] : []))
  const [script] = scripts
  const [style] = styles
  if (script === undefined || style === undefined || scripts.length + styles.length !== 2)
    throw new Error('The verifier is not one script and one style sheet')
  // Escapes the end tag, which would end the script element.
  return { script: script.trim().replaceAll('</script', String.raw`<\/script`), style: style.trim() }
}

function sourceHash(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
