import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { styleTargets } from '../vite.config.ts'

const folder = new URL('../src/public/proofs/verify/offline/', import.meta.url)

/**
 * Builds verify.html: the verifier as one self-contained file that works offline. Its Content Security Policy allows
 * only its own script and style and compiling the hashes, so it cannot send anything to any address.
 */
export async function makeVerifyPage(): Promise<string> {
  const { script, style, licenses } = await bundle()
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
    licenses: `<!--\n${licenses}\n-->`,
    style: `<style>${style}</style>`,
    script: `<script>${script}</script>`,
  }
  return template
    .replace(/>\s+</g, '><')
    .replace(/<!--([a-z-]+)-->/g, (place, name: string) => parts[name] ?? place)
}

async function bundle(): Promise<{ script: string; style: string; licenses: string }> {
  const result = await build({
    configFile: false,
    root: new URL('../../../../', folder).pathname,
    logLevel: 'warn',
    resolve: { alias: { 'react/jsx-runtime': new URL('dom-jsx-runtime.ts', folder).pathname } },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2023',
      cssTarget: styleTargets,
      cssCodeSplit: false,
      rolldownOptions: {
        input: new URL('verify-offline.tsx', folder).pathname,
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
  const modules = first.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  return {
    // Escapes the end tag, which would end the script element.
    script: script.trim().replaceAll('</script', String.raw`<\/script`),
    style: style.trim(),
    licenses: await licensesOf(modules),
  }
}

/** Returns the licenses of the bundled packages, which ask for being kept with every copy. */
async function licensesOf(modules: readonly string[]): Promise<string> {
  const packages = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  )
  const texts = Array.from(packages, async (root) => {
    const file = (await readdir(root)).find((name) => /^licen[cs]e/i.test(name))
    if (file === undefined) throw new Error(`${root} has no license`)
    const text = await readFile(path.join(root, file), 'utf8')
    return `${path.basename(root)}\n\n${text.trim().replaceAll('--', '- -')}`
  })
  return (await Promise.all(texts)).join('\n\n')
}

function sourceHash(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
