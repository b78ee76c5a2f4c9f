import { postLimits, type PostInput } from '@priormark/core/blog/post-input'
import { postStatuses } from '@priormark/core/blog/post'
import type { DownloadManager, DownloadView } from '@priormark/core/downloads/download-manager'
import type { DraftService, DraftStatus } from '@priormark/core/drafts/draft-service'
import { IsoDate, Uuid } from '@priormark/core/ids'
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
export interface AppState {
  version: string
  /** The server that is connected; null before the first. */
  server: KnownServer | null
  servers: KnownServer[]
  /** False where the system has no keyring, and a login therefore ends with the program. */
  keepsLogin: boolean
}

type ConnectResult = { outcome: 'connected'; server: KnownServer } | { outcome: 'refused'; sentence: string }

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

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Basis = v.strictObject({ version: v.nullable(Count), revision: Count })
const RowId = text(100)
const Address = text(2_000)

/** What a page may ask of the program itself. */
interface ConsoleCalls {
  state(): Promise<AppState>
  connect(address: string): Promise<ConnectResult>
  removeServer(url: string): Promise<void>
  /** Asks where to save a file of the API, and begins to fetch it. Returns false if the person chose no place. */
  download(path: string, fileName: string): Promise<boolean>
  openExternal(url: string): Promise<void>
  copyText(text: string): Promise<void>
}

/** Everything that a page may call in main, by group. A `watch` is built in the preload from an event and a call. */
export interface BridgeCalls {
  console: ConsoleCalls
  drafts: Omit<DraftService, 'watch'>
  downloads: Omit<DownloadManager, 'watch'>
}

type Arguments<Call> = Call extends (...args: infer Args) => unknown ? Args : never

/**
 * The one list of calls, with the shape of their arguments. The preload offers exactly these to pages, and main accepts
 * nothing else: a call is added here and in the object that implements its group.
 */
export const calls: {
  [Group in keyof BridgeCalls]: {
    [Name in keyof BridgeCalls[Group]]: v.GenericSchema<unknown, Arguments<BridgeCalls[Group][Name]>>
  }
} = {
  console: {
    state: v.strictTuple([]),
    connect: v.strictTuple([Address]),
    removeServer: v.strictTuple([Address]),
    download: v.strictTuple([v.pipe(Address, v.startsWith('/api/')), text(1_000)]),
    openExternal: v.strictTuple([Address]),
    copyText: v.strictTuple([text(100_000)]),
  },
  drafts: {
    list: v.strictTuple([v.strictObject({ search: text(500) })]),
    read: v.strictTuple([Uuid]),
    save: v.strictTuple([
      v.strictObject({
        id: Uuid,
        content: v.nullable(DraftText),
        basedOn: Basis,
        resolution: v.exactOptional(v.picklist(['mine', 'theirs', 'copy'])),
      }),
    ]),
    remove: v.strictTuple([Uuid]),
    keepUnsaved: v.strictTuple([
      v.strictObject({ id: Uuid, postId: Uuid, basedOn: Basis, at: IsoDate, content: DraftText }),
    ]),
    dropUnsaved: v.strictTuple([Uuid]),
    unsaved: v.strictTuple([v.nullable(Uuid)]),
    bin: v.strictTuple([]),
    takeBack: v.strictTuple([RowId]),
    addImage: v.strictTuple([
      v.strictObject({
        // One byte more, so that the draft service's own message says what is too large.
        bytes: v.pipe(
          v.instance(Uint8Array),
          v.check(({ byteLength }) => byteLength <= maxBlogImageBytes + 1),
        ),
        type: text(100),
      }),
    ]),
    sync: v.strictTuple([]),
    status: v.strictTuple([]),
  },
  downloads: {
    list: v.strictTuple([]),
    pause: v.strictTuple([RowId]),
    resume: v.strictTuple([RowId]),
    remove: v.strictTuple([RowId]),
    reveal: v.strictTuple([RowId]),
  },
}

/** What main sends to pages without being asked. */
export interface BridgeEvents {
  draftStatus: DraftStatus
  downloads: DownloadView[]
  /** ISO time as of which a page is shown what was seen last; null when the server answers itself. */
  cachedAt: string | null
}
export type BridgeEventName = keyof BridgeEvents

/** All that a page of the console may ask of the program around it. The credential is not part of it. */
export interface DesktopBridge extends ConsoleCalls {
  watchCachedAt(listener: (cachedAt: string | null) => void): () => void
  drafts: DraftService
  downloads: DownloadManager
}
