import { postLimits, type PostInput } from '@priormark/core/blog/post-input'
import { postStatuses } from '@priormark/core/blog/post'
import type { DownloadDesk, DownloadView } from '@priormark/core/downloads/download-desk'
import type { DraftDesk, DraftStatus } from '@priormark/core/drafts/draft-desk'
import { Uuid } from '@priormark/core/ids'
import { maxBlogImageBytes } from '@priormark/core/limits'
import * as v from 'valibot'

/** The name under which pages of the console find the bridge on their window. */
export const bridgeName = 'priormark'

/** The one origin of the console's own pages. */
export const consoleOrigin = 'app://admin'

/** A server that was connected once. */
export interface KnownServer {
  /** Its origin, without a slash at the end. */
  url: string
  name: string
  /** Who was logged in there last; null where nobody is. */
  username: string | null
}

/** Where the console stands. */
export interface Standing {
  version: string
  /** The server that is connected; null before the first. */
  server: KnownServer | null
  servers: KnownServer[]
  /** False where the system has no keyring, and a login therefore ends with the program. */
  keepsLogin: boolean
}

export type ConnectAnswer =
  | { outcome: 'connected'; server: KnownServer }
  | { outcome: 'refused'; sentence: string }

const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength))

/** A post as somebody writes it: every field is there and no larger than it may be; whether it is good the server says. */
const DraftText: v.GenericSchema<unknown, PostInput> = v.strictObject({
  title: text(postLimits.title * 4),
  content: text(postLimits.content),
  excerpt: text(postLimits.excerpt * 4),
  slug: text(postLimits.title * 4),
  status: v.picklist(postStatuses),
  authorId: v.pipe(v.number(), v.integer()),
  featuredImage: text(8_000),
  metaTitle: text(postLimits.metaTitle * 4),
  metaDescription: text(postLimits.metaDescription * 4),
  metaKeywords: text(postLimits.metaKeywords * 4),
  categories: v.pipe(v.array(text(postLimits.topicName * 4)), v.maxLength(100)),
  tags: v.pipe(v.array(text(postLimits.topicName * 4)), v.maxLength(100)),
  scheduledAt: v.nullable(text(40)),
})

const Version = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))
const RowId = text(100)
const Address = text(2_000)

/** The arguments of every channel that a page may call. Anything else is refused before a handler sees it. */
export const calls = {
  standing: v.strictTuple([]),
  connect: v.strictTuple([Address]),
  forgetServer: v.strictTuple([Address]),
  download: v.strictTuple([v.pipe(Address, v.startsWith('/api/')), text(1_000)]),
  openExternal: v.strictTuple([Address]),
  copyText: v.strictTuple([text(100_000)]),
  draftList: v.strictTuple([v.strictObject({ search: text(500) })]),
  draftRead: v.strictTuple([Uuid]),
  draftSave: v.strictTuple([v.strictObject({ id: Uuid, text: DraftText, seenVersion: Version })]),
  draftRemove: v.strictTuple([Uuid]),
  draftResolve: v.strictTuple([
    v.strictObject({ id: Uuid, how: v.picklist(['mine', 'theirs', 'copy']), seenVersion: Version }),
  ]),
  draftBin: v.strictTuple([]),
  draftTakeBack: v.strictTuple([RowId]),
  draftAddImage: v.strictTuple([
    v.strictObject({
      // One byte more, so that the desk's own sentence says what is too large.
      bytes: v.pipe(
        v.instance(Uint8Array),
        v.check(({ byteLength }) => byteLength <= maxBlogImageBytes + 1),
      ),
      type: text(100),
    }),
  ]),
  draftSync: v.strictTuple([]),
  draftStatus: v.strictTuple([]),
  downloadList: v.strictTuple([]),
  downloadPause: v.strictTuple([RowId]),
  downloadResume: v.strictTuple([RowId]),
  downloadRemove: v.strictTuple([RowId]),
  downloadReveal: v.strictTuple([RowId]),
}
export type CallName = keyof typeof calls
export type CallArguments<Name extends CallName> = v.InferOutput<(typeof calls)[Name]>

/** What main tells pages without being asked. */
export interface Tellings {
  draftStatus: DraftStatus
  downloads: DownloadView[]
  /** ISO time as of which a page is shown what was seen last; null when the server answers itself. */
  seenAt: string | null
}
export type TellingName = keyof Tellings

/** All that a page of the console may ask of the program around it. The credential is not part of it. */
export interface DesktopBridge {
  standing(): Promise<Standing>
  connect(address: string): Promise<ConnectAnswer>
  forgetServer(url: string): Promise<void>
  /** Asks where to save a file of the API, and begins to fetch it. False where the person chose no place. */
  download(path: string, fileName: string): Promise<boolean>
  openExternal(url: string): Promise<void>
  copyText(text: string): Promise<void>
  watchSeenAt(listener: (seenAt: string | null) => void): () => void
  drafts: DraftDesk
  downloads: DownloadDesk
}
