import type { WorkbenchEntry } from '../entry.ts'

const entry: WorkbenchEntry = {
  title: 'Prose',
  states: {
    'the text of a post': (
      <article className="prose">
        <h2>A heading</h2>
        <p>
          A paragraph with <strong>bold</strong>, <em>italic</em>, <a href="#Prose">a link</a> and{' '}
          <code>code</code>.
        </p>
        <ul>
          <li>One item</li>
          <li>Another item</li>
        </ul>
        <blockquote>
          <p>A quotation.</p>
        </blockquote>
        <h3>A smaller heading</h3>
        <ol>
          <li>First</li>
          <li>Second</li>
        </ol>
        <pre>
          <code>sha256sum song.wav</code>
        </pre>
        <table>
          <tbody>
            <tr>
              <th>Work</th>
              <td>A song</td>
            </tr>
            <tr>
              <th>Size</th>
              <td>4.2 MB</td>
            </tr>
          </tbody>
        </table>
      </article>
    ),
  },
}
export default entry
