import type { PageCommand } from '@priormark/core/admin-platform'
import { postLimits, type PostInput, postStatuses } from '@priormark/core/blog/post'
import type { DownloadManager, DownloadView } from '@priormark/core/platform/downloads/download-manager'
import type { DraftService, DraftStatus } from '@priormark/core/blog/drafts/draft-service'
import { IsoDate, Uuid } from '@priormark/core/platform/ids'
import { maxBlogImageBytes } from '@priormark/core/platform/limits'
import * as v from 'valibot'

/** The property of `window` that holds the bridge. */
export const bridgeName = 'priormark'

/** The origin of the app's pages. */
export const appOrigin = 'app://admin'

/** A saved shop. */
export interface SavedServer {
  /** Its origin, without a trailing slash. */
  url: string
  name: string
  /** The user of the last login; null after a logout. */
  username: string | null
}

/** A screen of the admin in the application menu. */
export interface MenuScreen {
  path: string
  label: string
}

/** What a menu item asks of the page: the search of its screen, the find bar, the command palette, or a screen's path. */
export type MenuCommand = PageCommand | 'find-bar'

/** The state of the app, as the window of the caller sees it. */
export interface AppState {
  version: string
  /** The shop of the window, if any. */
  server: SavedServer | null
  /** Whether there is a credential for it. */
  hasLogin: boolean
  servers: SavedServer[]
  /** False if the system has no keyring, so that a login lasts only until the app quits. */
  remembersLogin: boolean
}

type ConnectResult = { outcome: 'connected'; server: SavedServer } | { outcome: 'rejected'; message: string }

const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength))

/** A text four times as long as the server allows, so that the server's own message explains a smaller excess. */
const draftText = (limit: number) => text(4 * limit)

/** A post that is being written: only sizes are limited. The server validates the rest. */
const LimitedPostInput: v.GenericSchema<unknown, PostInput> = v.strictObject({
  title: draftText(postLimits.title),
  content: text(postLimits.content),
  excerpt: draftText(postLimits.excerpt),
  slug: draftText(postLimits.title),
  status: v.picklist(postStatuses),
  authorId: v.pipe(v.number(), v.integer()),
  featuredImage: text(8_000),
  metaTitle: draftText(postLimits.metaTitle),
  metaDescription: draftText(postLimits.metaDescription),
  metaKeywords: draftText(postLimits.metaKeywords),
  categories: v.pipe(v.array(draftText(postLimits.topicName)), v.maxLength(100)),
  tags: v.pipe(v.array(draftText(postLimits.topicName)), v.maxLength(100)),
  scheduledAt: v.nullable(text(40)),
})

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Basis = v.strictObject({ version: v.nullable(Count), revision: Count })
const RowId = text(100)
const Address = text(2_000)

/** The calls that concern neither drafts nor downloads. */
interface AppCalls {
  state(): Promise<AppState>
  connect(address: string): Promise<ConnectResult>
  removeServer(url: string): Promise<void>
  /** Asks where to save a file that the API serves, and starts its download. Returns false if the user cancels. */
  download(path: string, fileName: string): Promise<boolean>
  openExternal(url: string): Promise<void>
  copyText(text: string): Promise<void>
  /** Puts the screens that the person can open into the application menu. */
  setScreens(screens: MenuScreen[]): Promise<void>
  /** Highlights a text; with `isNew` false, moves to the next or previous match. '' ends the search. */
  findInPage(text: string, options: { isNew: boolean; isForward: boolean }): Promise<void>
}

/** All calls from pages to main, by group. A `watch` is built in the preload from an event and a call. */
export interface BridgeCalls {
  app: AppCalls
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
  app: {
    state: v.strictTuple([]),
    connect: v.strictTuple([Address]),
    removeServer: v.strictTuple([Address]),
    download: v.strictTuple([v.pipe(Address, v.startsWith('/api/')), text(1_000)]),
    openExternal: v.strictTuple([Address]),
    copyText: v.strictTuple([text(100_000)]),
    setScreens: v.strictTuple([
      v.pipe(
        v.array(
          v.strictObject({
            path: v.pipe(text(200), v.regex(/^\/admin(\/[a-z-]+)+$/)),
            label: v.pipe(text(100), v.minLength(1)),
          }),
        ),
        v.maxLength(50),
      ),
    ]),
    findInPage: v.strictTuple([text(1_000), v.strictObject({ isNew: v.boolean(), isForward: v.boolean() })]),
  },
  drafts: {
    list: v.strictTuple([v.strictObject({ search: text(500) })]),
    read: v.strictTuple([Uuid]),
    save: v.strictTuple([
      v.strictObject({
        id: Uuid,
        content: v.nullable(LimitedPostInput),
        basedOn: Basis,
        resolution: v.exactOptional(v.picklist(['mine', 'theirs', 'copy'])),
      }),
    ]),
    remove: v.strictTuple([Uuid]),
    storeUnsaved: v.strictTuple([
      v.strictObject({ id: Uuid, postId: Uuid, basedOn: Basis, at: IsoDate, content: LimitedPostInput }),
    ]),
    dropUnsaved: v.strictTuple([Uuid]),
    unsaved: v.strictTuple([v.nullable(Uuid)]),
    discarded: v.strictTuple([]),
    restoreDiscarded: v.strictTuple([RowId]),
    addImage: v.strictTuple([
      v.strictObject({
        // Allows one byte more, so that an image over the limit gets the draft service's own message.
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

/** Events from main to pages. */
export interface BridgeEvents {
  draftStatus: DraftStatus
  downloads: DownloadView[]
  menuCommand: MenuCommand
  /** The position of the current match in the page, from 1, and the number of matches. */
  foundInPage: { active: number; total: number }
}
export type BridgeEventName = keyof BridgeEvents

/** The app's interface for its pages. It does not expose the credential. */
export interface DesktopBridge extends AppCalls {
  watchMenu(listener: (command: MenuCommand) => void): () => void
  watchMatches(listener: (match: BridgeEvents['foundInPage']) => void): () => void
  drafts: DraftService
  downloads: DownloadManager
}

declare global {
  /** A page of the app. The preload exposes the bridge there. */
  interface Window {
    readonly [bridgeName]: DesktopBridge
  }
}
