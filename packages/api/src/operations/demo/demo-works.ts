import * as v from 'valibot'

const outcomes = [
  'abandoned',
  'just ordered',
  'paid',
  'completed',
  'partly refunded',
  'refunded',
  'disputed',
  'dispute lost',
] as const

/** A work of the demo shop: its creator, and the state of the order. */
export interface DemoWork {
  /** The time since the order. */
  ageHours: number
  outcome: (typeof outcomes)[number]
  firstName: string
  lastName: string
  projectName: string
  fileName: string
  projectDescription: string
  /** The file's content, from which its real fingerprint is computed. */
  content: string
}

/**
 * Reads works from a table, one a line: age in hours | outcome | creator's name | work | file | description | content. Without the
 * last column, the file has the name and the description of the work.
 */
function parseWorks(table: string): DemoWork[] {
  return table.split('\n').map((line) => {
    const [ageHours, outcome, name = '', projectName = '', fileName = '', projectDescription = '', content] =
      line.split(' | ')
    const [firstName = '', lastName = ''] = name.split(' ')
    return {
      ageHours: v.parse(v.number(), Number(ageHours)),
      outcome: v.parse(v.picklist(outcomes), outcome),
      firstName,
      lastName,
      projectName,
      fileName,
      projectDescription,
      content: content?.replaceAll('\\n', '\n') ?? `${projectName}\n\n${projectDescription}\n`,
    }
  })
}

/** Invented people and works, in every state of an order. */
export const demoWorks: readonly DemoWork[] =
  parseWorks(String.raw`2 | paid | Maeve Okonkwo | Harbour Lights | harbour-lights-demo.txt | Demo recording and lyrics of the title song of my second album. | Harbour lights on the turning tide\nI left my name on the other side
7 | paid | Tomás Ferreira | Lanternfall | lanternfall-gdd.md | Game design document and level sketches for a puzzle game about carrying light. | # Lanternfall\n\nThe player carries the only lantern in a falling city.
26 | paid | Ines Marchetti | Thirteen Birds | thirteen-birds-contact-sheet.txt | A series of thirteen linocuts, scanned at 600 dpi, before the exhibition. | wren, rook, heron, swift, dunnock, lapwing, knot, siskin, smew, ruff, garganey, twite, owl
52 | completed | Jonah Whitfield | The Salt Road, act one | salt-road-act-1.fountain | First act of a stage play for four voices. | EXT. SALT FLATS - DAWN\n\nFour travellers. One shadow too many.
75 | completed | Priya Raman | Monsoon Etudes | monsoon-etudes.musicxml | Six short pieces for solo cello, engraved score. | <score-partwise version="4.0"><part-list/></score-partwise>
121 | completed | Elliot Grant | Fernweh brand mark | fernweh-mark.svg | Logo, wordmark and usage sheet for a walking club. | <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2v20M2 12h20"/></svg>
190 | completed | Sanna Lindqvist | Snow Grammar | snow-grammar.md | Course material: twelve lessons of Swedish through weather. | # Lektion 1\n\nDet snöar. It snows. There is no "it".
240 | refunded | Kofi Mensah | Tidewheel firmware | tidewheel-0.9.0.c | Source code of the controller, as released to the first testers. | int main(void) { for (;;) { tide_step(); } }
300 | disputed | Louise Bertrand | Les heures bleues | les-heures-bleues.txt | Manuscrit du premier roman, version remise à l’éditeur. | Chapitre premier. À cinq heures la ville appartient encore aux boulangers.
12 | paid | 明日香 小林 | 紙の庭 | 紙の庭-絵コンテ.txt | 切り絵アニメーションの絵コンテ。 | 場面一。朝。紙の庭に影がひとつ。
1 | just ordered | Dara Novak | Seven Small Machines | seven-small-machines.md | Build notes and photographs of seven kinetic sculptures. | 1. The one that waits.\n2. The one that counts.
98 | abandoned | Rhys Bevan | Low Bridge (rough mix) | low-bridge-rough.txt | Rough mix, before mastering. | Low bridge coming\nmind your crown`)

/** Recorded orders of the last six months, of which some were refunded and one was lost in a dispute. */
export const demoHistory: readonly DemoWork[] =
  parseWorks(`360 | completed | Amara Diallo | Red Clay | red-clay.md | Short story, as sent to the competition.
415 | completed | Felix Brandt | Nachtzug | nachtzug-score.xml | Score and parts for a string quartet.
483 | completed | Nora Haddad | Fig and Thyme | fig-and-thyme.txt | Recipes and introduction of a cookbook.
562 | partly refunded | Owen Price | Slate | slate-pitch.txt | Pitch for a mini-series in three parts.
630 | completed | Yuki Tanaka | Paper Cranes | paper-cranes.svg | Pattern for a textile print.
698 | completed | Clara Jensen | Fjord Atlas | fjord-atlas.md | Text and map sketches of an atlas for children.
777 | completed | Mateo Ruiz | Bolero for Two | bolero.txt | Lyrics and chords of a duet.
845 | completed | Isla Campbell | Peat | peat-synopsis.md | Synopsis and first chapters of a crime novel.
913 | completed | Tariq Aziz | Minaret | minaret-ost.txt | Themes for the soundtrack of a video game.
992 | completed | Greta Olsen | North Chair | north-chair.txt | Drawings and measures of a folding chair.
1060 | refunded | Leo Moreau | La marée | la-maree.txt | Scénario d’un court métrage.
1128 | completed | Hannah Weiss | Alphabet Soup | alphabet-soup.md | Reading game for first graders.
1231 | completed | Samuel Osei | Kente Grid | kente-grid.svg | Grid and colors of a design system.
1323 | completed | Ruth Feldman | The Ninth Gate Keeper | ninth-gate.fountain | Screenplay, second draft.
1426 | completed | Daniel Kovac | Karst | karst-level-1.md | First level of a caving simulator.
1518 | completed | Mei Chen | Tea House Suite | tea-house.musicxml | Four movements for guzheng and piano.
1610 | completed | Aidan Byrne | Turf | turf.txt | Poems, as sent to the publisher.
1737 | completed | Lucia Conti | Bottega | bottega-logo.svg | Logo and packaging of a small bakery.
1853 | dispute lost | Peter Novotny | Clockwork Carp | clockwork-carp.md | Plans of an automaton.
1969 | completed | Zoe Martin | Blue Hour Presets | blue-hour.txt | Presets and guide for photographers.
2096 | completed | Ali Demir | Ferry | ferry-demo.txt | Demo of a song about the Bosphorus.
2236 | completed | Grace Njoroge | Savanna Phonics | savanna-phonics.md | Teaching material in three languages.
2376 | completed | Erik Lund | Skerry | skerry-rules.md | Rules and cards of a board game.
2527 | completed | Marta Silva | Azulejo | azulejo.svg | Tile pattern for a collection.
2691 | completed | Henry Clarke | Low Tide Sketches | low-tide.txt | Contact sheet of forty charcoal drawings.
2866 | refunded | Anya Petrova | Winter Garden | winter-garden.txt | Libretto of a chamber opera.
3054 | completed | Jules Lambert | Vélo | velo-app.txt | Interface sketches of an app for cyclists.
3242 | completed | Nadia Rahman | Delta | delta.md | Documentary treatment with interview notes.
3441 | completed | Carlos Vega | Cumbia Lab | cumbia-lab.txt | Drum loops and their notation.
3653 | completed | Emma Fischer | Moss | moss-ch1.md | First chapter of a graphic novel.
3889 | completed | Kwame Boateng | Harmattan | harmattan.txt | Lyrics of an album in Twi and English.
4160 | completed | Sofia Rossi | Carta | carta-font.txt | Glyph sheets of a display typeface.`)
