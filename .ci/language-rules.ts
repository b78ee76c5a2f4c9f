/** A name or a phrase that the project no longer uses. */
export interface LanguageRule {
  name: string
  /** Must have the flag `g`. */
  pattern: RegExp
  /** What to write instead. */
  instead: string
  /** Many uses are correct, so the check only counts them. */
  isOnlyCounted?: true
}

/** A word in any identifier, path or sentence, with the given endings: desk, DraftDesk, desk-state. */
function word(stem: string, ...endings: string[]): RegExp {
  const ending = `(?:${endings.join('|')})?(?![a-z])`
  const capital = `${stem[0]?.toUpperCase()}${stem.slice(1)}`
  return new RegExp(`(?<![A-Za-z])(?:${stem}|${capital})${ending}|(?<=[a-z])${capital}${ending}`, 'g')
}

/** Names retired from code. They are also looked for in paths. */
export const nameRules: readonly LanguageRule[] = [
  {
    name: 'desk',
    pattern: word('desk', 's'),
    instead: 'DraftService, DownloadManager, PostEditorModel, OrdersView, AnchorDeps, startApp',
  },
  {
    name: 'book',
    pattern: word('book', 's', 'ed', 'ing', 'keeping'),
    instead: 'record, evm-repository',
  },
  { name: 'deed', pattern: word('deed', 's'), instead: 'AuditEvent' },
  { name: 'doer', pattern: word('doer', 's'), instead: 'Actor' },
  { name: 'concern', pattern: word('concern', 's', 'ed', 'ing'), instead: 'HealthIssue' },
  { name: 'mend', pattern: word('mend', 's', 'ed', 'ing'), instead: 'remedy, fix' },
  { name: 'watch/', pattern: /(?<=\/)watch\/|open-watch|watch-routes/g, instead: 'monitoring/' },
  { name: 'door', pattern: word('door', 's'), instead: 'endpoints, backup-server' },
  { name: 'tellings', pattern: word('telling', 's'), instead: 'events' },
  { name: 'admit', pattern: word('admit', 's', 'ted', 'ting'), instead: 'login' },
  { name: 'distrust', pattern: word('distrust', 's', 'ed', 'ing'), instead: 'invalidate' },
  {
    name: 'round',
    pattern:
      /\b(?:RoundRunner|SyncRunner|RoundOutcome|round-pace|draft-round|rounds)\b|\b(?:an?|the|one|each|next|this|every|another|no) round\b/gi,
    instead: 'syncCycle, SyncScheduler, run',
  },
  { name: 'wake', pattern: word('wake', 's', 'd', 'n'), instead: 'syncNow' },
  { name: 'hear', pattern: word('hear', 's', 'd', 'ing'), instead: 'onTabMessage' },
  { name: 'Still', pattern: /\bStill(?=[A-Z]|<)|<Still\b/g, instead: 'static' },
  { name: 'Drawn', pattern: /\bDrawn(?=[A-Z]|<)|<Drawn\b/g, instead: 'rendered' },
  {
    name: 'Kept',
    pattern: /\bKept(?=[A-Z]|<)|<Kept\b|\bkept-answer/g,
    instead: 'hydrated, cached-responses',
  },
  { name: 'contestant', pattern: word('contestant', 's'), instead: 'baselines' },
  { name: 'fate', pattern: word('fate', 's'), instead: 'erasureAction' },
  { name: 'heir', pattern: word('heir', 's'), instead: 'next' },
  { name: 'shelf', pattern: word('shel', 'f', 'ves'), instead: 'prefixDirectory' },
  {
    name: 'bin',
    pattern: /\b(?:binned|BinEntry|BinScreen|BinnedDraft)\b|FromBin\b|\b(?:the|a) bin\b/g,
    instead: 'discarded drafts',
  },
  { name: 'lasting', pattern: word('lasting'), instead: 'stable' },
  { name: 'patient', pattern: word('patien', 't', 'tly', 'ce'), instead: 'retrying' },
  { name: 'plainly', pattern: word('plainly'), instead: 'unwrapIpcError' },
  { name: 'laws', pattern: word('laws'), instead: 'invariants' },
  { name: 'journey', pattern: word('journey', 's'), instead: 'e2e' },
  {
    name: 'shop promise',
    pattern: /ShopPromise|shop-promise|promise-claims/g,
    instead: 'ServicePolicy, service-policy',
  },
  { name: '*-words', pattern: /-words(?=\.tsx?\b)/g, instead: '-labels' },
]

/** Phrases retired from comments, messages and texts. */
export const phraseRules: readonly LanguageRule[] = [
  { name: 'anew', pattern: /\banew\b/gi, instead: 'again' },
  { name: 'by itself', pattern: /\bby (?:itself|themselves)\b/gi, instead: 'automatically' },
  { name: 'nobody said', pattern: /\bnobody (?:said|says|waits|knows)\b/gi, instead: 'name the subject' },
  { name: 'what is so', pattern: /\bwhat is so\b/gi, instead: 'say which' },
  {
    name: 'is no',
    pattern: /(?<!\bthere )\b(?:is|are) no (?!longer\b|more than\b)(?=[a-z])/gi,
    instead: 'is not',
  },
  { name: 'stands', pattern: /\bstands\b(?! for\b| in\b)/gi, instead: 'exists, is' },
  { name: 'answers', pattern: /\banswer(?:s|ed|ing)\b/gi, instead: 'returns, responds' },
  { name: 'told', pattern: /\btold\b/gi, instead: 'notified' },
  { name: 'crosswise', pattern: /\bcrosswise\b/gi, instead: 'in a fixed order, to avoid deadlock' },
  { name: 'needs you', pattern: /\bnothing needs\b|\bneeds you\b/gi, instead: 'needs your attention' },
  {
    name: 'went back',
    pattern: /\bwent back\b|\b(?:money|payment) (?:goes|going|gone) back\b/gi,
    instead: 'refunded, returned',
  },
  { name: 'e-mail', pattern: /\be-mail/gi, instead: 'email' },
  {
    name: 'cited document',
    pattern: /\b(?:SPEC|DESIGN|BRAND|STYLE|COPY)(?:\.md\b|(?= (?:section|§)))/g,
    instead: 'the reason itself',
  },
  { name: 'by hand', pattern: /\bby hand\b/gi, instead: 'manually' },
  { name: 'whoever', pattern: /\bwhoever\b/gi, instead: 'anyone who, or name the subject' },
  { name: 'alone', pattern: /\balone\b/gi, instead: 'only', isOnlyCounted: true },
  { name: 'nobody', pattern: /\bnobody\b/gi, instead: 'name the subject', isOnlyCounted: true },
  { name: 'what is', pattern: /\bwhat is\b/gi, instead: 'name it', isOnlyCounted: true },
]
