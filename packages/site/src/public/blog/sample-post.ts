import type { ShownPost } from '@priormark/core/blog/blog-view'
import { promoBlockHtml } from '@priormark/core/blog/html-rules'

const writtenAt = '2025-04-28T09:00:00.000Z'

/** A built-in post with everything that the editor can produce, to check the template without a database. */
export const samplePost: ShownPost = {
  id: '00000000-0000-4000-8000-000000000000',
  title: 'A sample post, with everything a post can have',
  slug: 'sample-post',
  excerpt:
    'Headings, lists, quotes, sizes, indents, a promo block and a video, to see how the template treats them.',
  featuredImage: null,
  featuredImageEntry: null,
  status: 'published',
  publishedAt: writtenAt,
  createdAt: writtenAt,
  updatedAt: writtenAt,
  author: { firstName: 'The editors', username: 'editors' },
  categories: [{ id: 1, name: 'Samples', slug: 'samples' }],
  tags: [
    { id: 2, name: 'Typography', slug: 'typography' },
    { id: 3, name: 'Template', slug: 'template' },
  ],
  metaTitle: null,
  metaDescription: null,
  metaKeywords: null,
  content: `
<p>This page shows what a post can look like. Its text is <strong>bold</strong>, <i>italic</i>, <u>underlined</u> and <s>struck out</s>, it has H<sub>2</sub>O and E = mc<sup>2</sup>, and <a href="/terms">a link to the terms</a>.</p>
<p>A fingerprint is a code computed from every byte of a file. Change one byte and the fingerprint no longer matches. <span class="text-small">Some words are small,</span> <span class="text-large">some are large,</span> <span class="text-huge">and some are huge.</span></p>
<h2>A second heading</h2>
<p>Lists come with bullets:</p>
<ul><li>The file, exactly as it was</li><li>Its fingerprint<ul><li>64 hexadecimal digits</li><li>The same everywhere</li></ul></li><li>The date it was recorded</li></ul>
<p>And with numbers:</p>
<ol><li>Upload the work</li><li>Pay once</li><li>Keep the file and the evidence</li></ol>
<h3>A third</h3>
<p class="indent-1">A paragraph can be indented once,</p>
<p class="indent-3">or further.</p>
<blockquote><p>A dispute about a creative work is often a dispute about when.</p></blockquote>
${promoBlockHtml}
<h4>A fourth</h4>
<p>A fingerprint as it is written: <code>ba7816bf8f01cfea</code>, and a few lines of code:</p>
<pre><code>$ sha256sum song.wav
ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  song.wav</code></pre>
<figure class="media"><oembed url="https://vimeo.com/76979871"></oembed></figure>
<h5>A fifth</h5>
<p>Before the end there is a line.</p>
<hr>
<h6>And a sixth</h6>
<p>Below this text are the tags, the share links and the form.</p>`,
}
