import { entries } from './entries.ts'
import type { WorkbenchEntry } from './entry.ts'

/** Shows every entry with all its states. */
export function Workbench() {
  const sorted = Object.entries(entries).toSorted(([one], [other]) => one.localeCompare(other))
  return (
    <>
      <nav>
        {sorted.map(([path, { title }]) => (
          <a key={path} href={`#${title}`}>
            {title}
          </a>
        ))}
      </nav>
      <main>
        <h1>Workbench</h1>
        {sorted.map(([path, entry]) => (
          <EntryStates key={path} entry={entry} />
        ))}
      </main>
    </>
  )
}

function EntryStates({ entry: { title, states } }: { entry: WorkbenchEntry }) {
  return (
    <section id={title} aria-labelledby={`${title}-title`}>
      <h2 id={`${title}-title`}>{title}</h2>
      {Object.entries(states).map(([name, element]) => (
        <figure key={name}>
          <figcaption>{name}</figcaption>
          <div className="state">{element}</div>
        </figure>
      ))}
    </section>
  )
}
