import { promoBlockHtml } from '@priormark/core/blog/html-rules'
import type { DemoImageName } from './demo-images.ts'

/** A demo post. `[name]` in the content marks the place of a figure. */
export interface DemoPost {
  title: string
  slug: string
  excerpt: string
  image: DemoImageName
  /** The alternative texts and captions of the images in the content. */
  figures: Partial<Record<DemoImageName, { alt: string; caption: string; className: string }>>
  content: string
  category: string
  tags: string[]
  metaDescription: string
  /** Days since the publication. Negative: scheduled; null: a draft. */
  ageDays: number | null
}

export const demoPosts: readonly DemoPost[] = [
  {
    title: 'What a fingerprint of a file is, and why one letter changes all of it',
    slug: 'what-a-fingerprint-of-a-file-is',
    excerpt:
      'Sixty-four digits that belong to only one file. No software needed to understand it: a lyric and a capital letter will do.',
    image: 'seal',
    figures: {
      oneByte: {
        alt: 'Two rings of ticks side by side, one green, one red, with hardly a tick in common',
        caption: 'The same lyric twice. On the right, the last letter is a capital.',
        className: 'image-size-100',
      },
    },
    content: `<p>Every file on your disk is a sequence of bytes. A <strong>fingerprint</strong> is a code computed from that sequence, always the same way: put in the file, and out come 64 digits. Put in the same file tomorrow, on another machine, and the same 64 digits come out.</p><p>Now change one letter. Not a verse, not a word, just one letter. <i>Nearly all</i> of the digits change, and nobody can predict how.</p>[oneByte]<h2>Three things this is good for</h2><ul><li>It shows that a file is <strong>unchanged</strong>: same digits, same bytes.</li><li>It says <strong>nothing about the content</strong>. Nobody can rebuild your song from the digits.</li><li>It is <strong>short</strong>. A four-gigabyte movie and a haiku have fingerprints of the same length.</li></ul><p>The method is called SHA-256. It was published in 2001, it is used wherever money or software changes hands, and in all that time nobody has found two files with the same result.</p><blockquote><p>Keep the file itself, byte for byte. A fingerprint of a file you no longer have proves nothing.</p></blockquote><h2>Where the blockchain comes in</h2><p>A fingerprint has no date of its own. Sealed into a public blockchain, it gets one: everyone can look up the time of its block, and no one can move it. So the file must have existed <u>no later</u> than that block.</p>`,
    category: 'How it works',
    tags: ['Fingerprints', 'Basics', 'SHA-256'],
    metaDescription:
      'A fingerprint is 64 digits that belong to only one file. What it shows, what it hides, and why one letter changes all of it.',
    ageDays: 3,
  },
  {
    title: 'A songwriter’s checklist before the first rehearsal',
    slug: 'songwriters-checklist-before-the-first-rehearsal',
    excerpt:
      'Five quiet habits that cost minutes, and save arguments about who wrote what once the song is out.',
    image: 'score',
    figures: {},
    content: `<p>Songs are rarely stolen by strangers. Far more often two people in one room remember an afternoon differently. What helps is dull and quick: a record made <strong>before</strong> anybody else hears the song.</p><h2>Before you play it to anyone</h2><ol><li>Export what you have: a voice memo will do.</li><li>Write the lyric into a plain text file, with the date and your name.</li><li>Put both into one archive and give it a name you will still understand in ten years.</li><li>Fingerprint the archive and have it recorded.</li><li>Copy the archive to a second place, away from your laptop.</li></ol><p>None of this needs a lawyer, and none of it makes you look distrustful. It is a date on a page.</p><h2>When others join in</h2><p>Write down who is in the room. Agree on shares <i>while everybody still likes each other</i>. One sentence in a message that everyone confirms with “yes” is worth more than a contract that nobody signed.</p>${promoBlockHtml}<p>And when the song changes, record it again. Versions are not clutter: a row of dated versions shows how a work <span class="text-large">grew</span>, which is very hard to fake afterward.</p>`,
    category: 'Guides',
    tags: ['Music', 'Checklists', 'Co-writing'],
    metaDescription:
      'Five habits for songwriters that cost minutes and save arguments: export, write down, fingerprint, record, copy.',
    ageDays: 9,
  },
  {
    title: 'How a thousand works fit into one line of a blockchain',
    slug: 'how-a-thousand-works-fit-into-one-line',
    excerpt:
      'We do not write every fingerprint into the chain one by one. A tree does it better, and you keep your own branch.',
    image: 'tree',
    figures: {
      chain: {
        alt: 'Five blocks in a row, one of them filled in green',
        caption: 'One block among many holds the root of the tree, and with it every leaf.',
        className: 'image-size-75 image-align-center',
      },
    },
    content: `<p>Writing to a blockchain costs a fee for each line. If every work needed a line of its own, protecting a sketch would cost more than the sketch. So works travel together.</p><h2>Leaves, branches, a root</h2><p>Take two fingerprints and fingerprint them <i>together</i>. Take the next two. Then do the same with the results, again and again, until one number is left: the <strong>root</strong>. It depends on every leaf. Change one byte of one work, and the root is different.</p>[chain]<p>Only the root goes into the chain. What you get is your <strong>branch</strong>: the handful of numbers on the way from your leaf to the root. With a thousand works in the tree, that’s ten of them.</p><h2>Why this is not weaker</h2><p>With your file and your branch anyone can compute the root and compare it with the chain. They don’t need our help, our permission or the other 999 works. If this business closed tomorrow, your proof would still hold.</p><p>The idea is from 1979 and is named after Ralph Merkle. The certificates of websites are logged in the same kind of tree.</p>`,
    category: 'How it works',
    tags: ['Blockchain', 'Merkle trees', 'Proof'],
    metaDescription:
      'A tree of fingerprints lets a thousand works share one line of a blockchain, and every owner keeps a proof of their own.',
    ageDays: 16,
  },
  {
    title: 'What a timestamp proves in a dispute, and what it does not',
    slug: 'what-a-timestamp-proves-and-what-it-does-not',
    excerpt:
      'Existed no later than: four words to remember before you rely on any proof of date, ours included.',
    image: 'contract',
    figures: {},
    content: `<p>A record on a blockchain answers one question well: <strong>did this exact file exist at this time?</strong> It is worth knowing which questions it leaves open.</p><h2>What it shows</h2><p>That the file existed <u>no later than</u> the block. That it has not changed since. That the record was not made, moved or removed afterward, by you, by us or by anybody else.</p><h2>What it does not show</h2><ul><li><strong>Who made it.</strong> Anyone who has a file can fingerprint it. That is why the rest of your trail matters: drafts, sessions, messages.</li><li><strong>That it is original.</strong> A copy has a fingerprint too.</li><li><strong>That you may stop others.</strong> In most countries copyright begins with the work itself, and where a register exists, as in the United States, registration is separate. This does not replace it.</li></ul><blockquote><p>Evidence is a chain of small, boring facts. A date that nobody can argue about is a good first link.</p></blockquote><p>Put together with drafts and correspondence, a fixed date tends to end the discussion about who was first. On its own it is a strong fact about time, and no more. We say so on the certificate as well.</p><p>This is general information and not legal advice: for a dispute, talk to someone who knows the law where you live.</p>`,
    category: 'Guides',
    tags: ['Evidence', 'Copyright', 'Law'],
    metaDescription:
      'A timestamp shows that a file existed no later than a moment. What that is worth in a dispute, and what it leaves open.',
    ageDays: 24,
  },
  {
    title: 'Lining up the plates: where our mark comes from',
    slug: 'where-our-mark-comes-from',
    excerpt:
      'Printers have used a crossed circle for two centuries to prove that colors line up. We borrowed it.',
    image: 'plates',
    figures: {},
    content: `<p>Color printing puts one plate over another: yellow, red, black. If they are off by a hair, every edge gets a ghost. So printers put a small crossed circle in the margin of each plate. Where the circles coincide, the plates are <strong>in register</strong>.</p><h2>A mark that proves something</h2><p>What we like about it: it is not decoration. It is a <i>measurement</i>. Anyone who looks at the sheet can see whether it was done properly, without having been there.</p><p>A fingerprint does the same for a file. Lay your copy over the record: if they agree, they agree in every byte. If not, you can tell right away that something moved.</p><h2>And the ring around it</h2><p>The ring of 64 ticks is the fingerprint itself, drawn: one tick for each digit, long for large ones, beginning at twelve o’clock. You will never see another work with your ring. Anyone can draw it again from your file, and from no other.</p>`,
    category: 'Notes',
    tags: ['Design', 'History'],
    metaDescription:
      'The registration mark: how printers prove that plates line up, and what it has to do with the fingerprint of a file.',
    ageDays: 74,
  },
  {
    title: 'Game developers: what to record before you show a demo',
    slug: 'game-developers-what-to-record-before-a-demo',
    excerpt: '',
    image: 'oneByte',
    figures: {
      chain: {
        alt: 'Five linked blocks, one filled in green',
        caption: 'Record at milestones: each gets a date of its own.',
        className: 'image-size-50 image-align-right',
      },
    },
    content: `<p>A trade show, a pitch, a playtest: a game is seen by hundreds of people long before it is sold. By then you want a dated record of what was yours that day.</p>[chain]<h2>What belongs in the archive</h2><ul><li>The design document, even if half of it is wrong by now.</li><li>Concept art and the <strong>layered</strong> originals, not only the exports.</li><li>A tagged snapshot of the source, packed into one file.</li><li>The build that people will play.</li></ul><p>Pack it once, keep the archive unopened, and let the record point to that one file. Repacking gives a different fingerprint, even when nothing inside has changed.</p><h2>When to do it again</h2><p>At each milestone, and before each time it leaves the building. Ten records over two years tell a story that nobody can put together afterward.</p><p>Do not upload secrets that are not yours: the engine’s license or a publisher’s contract may have something to say about that.</p>`,
    category: 'Guides',
    tags: ['Games', 'Checklists', 'Software', 'Basics'],
    metaDescription:
      'What game developers should pack and record before a demo, a pitch or a playtest, and when to do it again.',
    ageDays: 128,
  },
  {
    title: 'Checking a proof without us, step by step',
    slug: 'checking-a-proof-without-us',
    excerpt:
      'Your evidence should outlive the shop that sold it. Here is how anyone can check one with their own tools.',
    image: 'chain',
    figures: {},
    content: `<p>A proof that only its seller can check is a promise. This one is meant to be checked by people who have never heard of us.</p><h2>What you need</h2><ol><li>The file, byte for byte.</li><li>The evidence archive that came with your order.</li><li>Any tool that computes a SHA-256: every operating system has one.</li></ol><p>Compute the fingerprint of the file. Compare it with the one in the archive. Follow the branch to the root, and look the root up in any explorer for the chain it names.</p><p>It takes some patience by hand, and a second with the page in the archive, which works offline.</p>`,
    category: 'How it works',
    tags: ['Proof', 'Verification'],
    metaDescription:
      'How anyone can check a proof of date with a file, an evidence archive and their own tools.',
    ageDays: -2,
  },
  {
    title: 'Notes for a post about photographers',
    slug: 'notes-for-a-post-about-photographers',
    excerpt: '',
    image: 'seal',
    figures: {},
    content: `<p>Raw files first, exports second. Ask Ines about contact sheets.</p><p>Metadata is removed by nearly every platform: say why the fingerprint of the original matters.</p>`,
    category: 'Guides',
    tags: ['Photography'],
    metaDescription: '',
    ageDays: null,
  },
]
