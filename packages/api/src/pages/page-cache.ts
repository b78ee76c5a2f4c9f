import { encodeText, type EncodedBody } from './encodings.ts'

export interface DrawnPage {
  status: number
  body: EncodedBody
  /** Where the page is now. */
  location?: string
}

/** A page as it was just made. */
export interface MadePage {
  status: number
  text: string
  location?: string
  /** HTML where nothing else is said. */
  type?: string
  /** False for what may be different at the next request: it is not kept. */
  lasts: boolean
}

/**
 * Whole pages, drawn once, until they are cleared or the year changes. Nobody waits for the strongest compression: it
 * begins when a page is asked for again, one page at a time, and the quick copy goes out until it is done.
 */
export interface PageCache {
  /** The page at an address; made where it is not there yet, once for all who ask for it meanwhile. */
  read(address: string, make: () => Promise<MadePage>): Promise<DrawnPage>
  /** The page where it is drawn already, else undefined. */
  peek(address: string): DrawnPage | undefined
  clear(): void
}

interface Entry {
  drawing: Promise<DrawnPage>
  /** Set once it is drawn. */
  page?: DrawnPage
  isSqueezed?: true
}

/** @param maxPages how many are kept; those that nobody has asked for the longest go first */
export function createPageCache({ maxPages }: { maxPages: number }): PageCache {
  // A clear takes a new map: what is being drawn meanwhile ends in the old one and is seen by nobody else.
  let pages = new Map<string, Entry>()
  let squeezing = Promise.resolve()
  const keyOf = (address: string) => `${new Date().getUTCFullYear()} ${address}`

  return {
    read(address, make) {
      const key = keyOf(address)
      const kept = pages.get(key)
      if (kept) return keep(key, kept).drawing
      const home = pages
      const entry: Entry = { drawing: drawPage(make, () => home.delete(key)) }
      home.set(key, entry)
      entry.drawing.then(
        (page) => {
          entry.page = page
          makeRoom(home)
        },
        () => home.delete(key),
      )
      return entry.drawing
    },
    peek(address) {
      const key = keyOf(address)
      const kept = pages.get(key)
      return kept?.page === undefined ? undefined : keep(key, kept).page
    },
    clear() {
      pages = new Map()
    },
  }

  function makeRoom(home: Map<string, Entry>): void {
    for (const oldest of home.keys()) {
      if (home.size <= maxPages) return
      home.delete(oldest)
    }
  }

  /** Takes note that a page is asked for again. */
  function keep(key: string, entry: Entry): Entry {
    // A map keeps the order in which its keys were set: the last is the one asked for last.
    if (pages.size >= maxPages) {
      pages.delete(key)
      pages.set(key, entry)
    }
    if (entry.page !== undefined && entry.isSqueezed === undefined) {
      entry.isSqueezed = true
      const { page } = entry
      squeezing = squeezing.then(async () => {
        if (pages.get(key) !== entry) return
        entry.page = await squeezePage(page)
        entry.drawing = Promise.resolve(entry.page)
      })
    }
    return entry
  }
}

async function drawPage(make: () => Promise<MadePage>, forget: () => void): Promise<DrawnPage> {
  const made = await make()
  if (!made.lasts) forget()
  return encodePage(made)
}

/** A made page in every encoding it is sent in, quickly compressed. */
export async function encodePage({ status, text, type, location }: MadePage): Promise<DrawnPage> {
  const body = await encodeText(type ?? 'text/html; charset=utf-8', Buffer.from(text), 'quick')
  return location === undefined ? { status, body } : { status, body, location }
}

/** The same page, compressed as far as can be; as it is where that fails. */
async function squeezePage(page: DrawnPage): Promise<DrawnPage> {
  const { type, variants } = page.body
  const body = await encodeText(type, variants.identity.bytes).catch(() => page.body)
  return { ...page, body }
}
