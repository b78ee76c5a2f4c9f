import type { DemoWork } from './demo-works.ts'

/** Earlier orders, so that the overview and the list of orders have several months. The age is in days. */
const history: readonly (readonly [
  ageDays: number,
  name: string,
  projectName: string,
  fileName: string,
  projectDescription: string,
  outcome?: DemoWork['outcome'],
])[] = [
  [15, 'Amara Diallo', 'Red Clay', 'red-clay.md', 'Short story, as sent to the competition.'],
  [17, 'Felix Brandt', 'Nachtzug', 'nachtzug-score.xml', 'Score and parts for a string quartet.'],
  [20, 'Nora Haddad', 'Fig and Thyme', 'fig-and-thyme.txt', 'Recipes and introduction of a cookbook.'],
  [
    23,
    'Owen Price',
    'Slate',
    'slate-pitch.txt',
    'Pitch for a mini-series in three parts.',
    'partly refunded',
  ],
  [26, 'Yuki Tanaka', 'Paper Cranes', 'paper-cranes.svg', 'Pattern for a textile print.'],
  [29, 'Clara Jensen', 'Fjord Atlas', 'fjord-atlas.md', 'Text and map sketches of an atlas for children.'],
  [32, 'Mateo Ruiz', 'Bolero for Two', 'bolero.txt', 'Lyrics and chords of a duet.'],
  [35, 'Isla Campbell', 'Peat', 'peat-synopsis.md', 'Synopsis and first chapters of a crime novel.'],
  [38, 'Tariq Aziz', 'Minaret', 'minaret-ost.txt', 'Themes for the soundtrack of a video game.'],
  [41, 'Greta Olsen', 'North Chair', 'north-chair.txt', 'Drawings and measures of a folding chair.'],
  [44, 'Leo Moreau', 'La marée', 'la-maree.txt', 'Scénario d’un court métrage.', 'refunded'],
  [47, 'Hannah Weiss', 'Alphabet Soup', 'alphabet-soup.md', 'Reading game for first graders.'],
  [51, 'Samuel Osei', 'Kente Grid', 'kente-grid.svg', 'Grid and colors of a design system.'],
  [55, 'Ruth Feldman', 'The Ninth Gate Keeper', 'ninth-gate.fountain', 'Screenplay, second draft.'],
  [59, 'Daniel Kovac', 'Karst', 'karst-level-1.md', 'First level of a caving simulator.'],
  [63, 'Mei Chen', 'Tea House Suite', 'tea-house.musicxml', 'Four movements for guzheng and piano.'],
  [67, 'Aidan Byrne', 'Turf', 'turf.txt', 'Poems, as sent to the publisher.'],
  [72, 'Lucia Conti', 'Bottega', 'bottega-logo.svg', 'Logo and packaging of a small bakery.'],
  [77, 'Peter Novotny', 'Clockwork Carp', 'clockwork-carp.md', 'Plans of an automaton.', 'dispute lost'],
  [82, 'Zoe Martin', 'Blue Hour Presets', 'blue-hour.txt', 'Presets and guide for photographers.'],
  [87, 'Ali Demir', 'Ferry', 'ferry-demo.txt', 'Demo of a song about the Bosphorus.'],
  [93, 'Grace Njoroge', 'Savanna Phonics', 'savanna-phonics.md', 'Teaching material in three languages.'],
  [99, 'Erik Lund', 'Skerry', 'skerry-rules.md', 'Rules and cards of a board game.'],
  [105, 'Marta Silva', 'Azulejo', 'azulejo.svg', 'Tile pattern for a collection.'],
  [112, 'Henry Clarke', 'Low Tide Sketches', 'low-tide.txt', 'Contact sheet of forty charcoal drawings.'],
  [119, 'Anya Petrova', 'Winter Garden', 'winter-garden.txt', 'Libretto of a chamber opera.', 'refunded'],
  [127, 'Jules Lambert', 'Vélo', 'velo-app.txt', 'Interface sketches of an app for cyclists.'],
  [135, 'Nadia Rahman', 'Delta', 'delta.md', 'Documentary treatment with interview notes.'],
  [143, 'Carlos Vega', 'Cumbia Lab', 'cumbia-lab.txt', 'Drum loops and their notation.'],
  [152, 'Emma Fischer', 'Moss', 'moss-ch1.md', 'First chapter of a graphic novel.'],
  [162, 'Kwame Boateng', 'Harmattan', 'harmattan.txt', 'Lyrics of an album in Twi and English.'],
  [173, 'Sofia Rossi', 'Carta', 'carta-font.txt', 'Glyph sheets of a display typeface.'],
]

const dayHours = 24

/** Recorded orders of the last six months, of which some were refunded and one was lost in a dispute. */
export const demoHistory: readonly DemoWork[] = history.map(
  ([ageDays, name, projectName, fileName, projectDescription, outcome = 'completed'], index) => {
    const [firstName = '', lastName = ''] = name.split(' ')
    return {
      firstName,
      lastName,
      projectName,
      projectDescription,
      fileName,
      content: `${projectName}\n\n${projectDescription}\n`,
      outcome,
      ageHours: ageDays * dayHours + ((index * 7) % 11),
    }
  },
)
