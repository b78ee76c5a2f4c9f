import { moreStylesName } from './more-styles.ts'

/** Loads the rules that the page did not inline, which other pages and what a script shows need. */
export async function loadStyles(): Promise<void> {
  const href = document.querySelector<HTMLMetaElement>(`meta[name=${moreStylesName}]`)?.content
  if (href === undefined || document.querySelector(`link[href="${href}"]`) !== null) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`No style sheet at ${href}`))
    })
    document.head.append(link)
  })
}
