import type { Placeholders } from '@priormark/core/settings/placeholders'

/** Lists the placeholders that a text may contain. */
export function PlaceholderHelp({ placeholders }: { placeholders: Placeholders }) {
  return (
    <details>
      <summary>Placeholders you can use</summary>
      <ul className="admin-rows">
        {Object.entries(placeholders).map(([name, meaning]) => (
          <li key={name}>
            <code className="admin-mono">{`{${name}}`}</code>
            <span className="admin-soft">{meaning}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
