/** A work of the demo shop: its creator, and the state of the order. `ageHours` is the time since the order. */
export interface DemoWork {
  firstName: string
  lastName: string
  projectName: string
  projectDescription: string
  fileName: string
  /** The file's content, from which its real fingerprint is computed. */
  content: string
  outcome:
    | 'abandoned'
    | 'just ordered'
    | 'paid'
    | 'completed'
    | 'partly refunded'
    | 'refunded'
    | 'disputed'
    | 'dispute lost'
  ageHours: number
}

const lyric = (lines: string) => lines.split(' / ').join('\n')

/** Invented people and works, in every state of an order. */
export const demoWorks: DemoWork[] = [
  {
    firstName: 'Maeve',
    lastName: 'Okonkwo',
    projectName: 'Harbour Lights',
    projectDescription: 'Demo recording and lyrics of the title song of my second album.',
    fileName: 'harbour-lights-demo.txt',
    content: lyric('Harbour lights on the turning tide / I left my name on the other side'),
    outcome: 'paid',
    ageHours: 2,
  },
  {
    firstName: 'Tomás',
    lastName: 'Ferreira',
    projectName: 'Lanternfall',
    projectDescription: 'Game design document and level sketches for a puzzle game about carrying light.',
    fileName: 'lanternfall-gdd.md',
    content: '# Lanternfall\n\nThe player carries the only lantern in a falling city.',
    outcome: 'paid',
    ageHours: 7,
  },
  {
    firstName: 'Ines',
    lastName: 'Marchetti',
    projectName: 'Thirteen Birds',
    projectDescription: 'A series of thirteen linocuts, scanned at 600 dpi, before the exhibition.',
    fileName: 'thirteen-birds-contact-sheet.txt',
    content: 'wren, rook, heron, swift, dunnock, lapwing, knot, siskin, smew, ruff, garganey, twite, owl',
    outcome: 'paid',
    ageHours: 26,
  },
  {
    firstName: 'Jonah',
    lastName: 'Whitfield',
    projectName: 'The Salt Road, act one',
    projectDescription: 'First act of a stage play for four voices.',
    fileName: 'salt-road-act-1.fountain',
    content: 'EXT. SALT FLATS - DAWN\n\nFour travellers. One shadow too many.',
    outcome: 'completed',
    ageHours: 52,
  },
  {
    firstName: 'Priya',
    lastName: 'Raman',
    projectName: 'Monsoon Etudes',
    projectDescription: 'Six short pieces for solo cello, engraved score.',
    fileName: 'monsoon-etudes.musicxml',
    content: '<score-partwise version="4.0"><part-list/></score-partwise>',
    outcome: 'completed',
    ageHours: 75,
  },
  {
    firstName: 'Elliot',
    lastName: 'Grant',
    projectName: 'Fernweh brand mark',
    projectDescription: 'Logo, wordmark and usage sheet for a walking club.',
    fileName: 'fernweh-mark.svg',
    content: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2v20M2 12h20"/></svg>',
    outcome: 'completed',
    ageHours: 121,
  },
  {
    firstName: 'Sanna',
    lastName: 'Lindqvist',
    projectName: 'Snow Grammar',
    projectDescription: 'Course material: twelve lessons of Swedish through weather.',
    fileName: 'snow-grammar.md',
    content: '# Lektion 1\n\nDet snöar. It snows. There is no "it".',
    outcome: 'completed',
    ageHours: 190,
  },
  {
    firstName: 'Kofi',
    lastName: 'Mensah',
    projectName: 'Tidewheel firmware',
    projectDescription: 'Source code of the controller, as released to the first testers.',
    fileName: 'tidewheel-0.9.0.c',
    content: 'int main(void) { for (;;) { tide_step(); } }',
    outcome: 'refunded',
    ageHours: 240,
  },
  {
    firstName: 'Louise',
    lastName: 'Bertrand',
    projectName: 'Les heures bleues',
    projectDescription: 'Manuscrit du premier roman, version remise à l’éditeur.',
    fileName: 'les-heures-bleues.txt',
    content: 'Chapitre premier. À cinq heures la ville appartient encore aux boulangers.',
    outcome: 'disputed',
    ageHours: 300,
  },
  {
    firstName: '明日香',
    lastName: '小林',
    projectName: '紙の庭',
    projectDescription: '切り絵アニメーションの絵コンテ。',
    fileName: '紙の庭-絵コンテ.txt',
    content: '場面一。朝。紙の庭に影がひとつ。',
    outcome: 'paid',
    ageHours: 12,
  },
  {
    firstName: 'Dara',
    lastName: 'Novak',
    projectName: 'Seven Small Machines',
    projectDescription: 'Build notes and photographs of seven kinetic sculptures.',
    fileName: 'seven-small-machines.md',
    content: '1. The one that waits.\n2. The one that counts.',
    outcome: 'just ordered',
    ageHours: 1,
  },
  {
    firstName: 'Rhys',
    lastName: 'Bevan',
    projectName: 'Low Bridge (rough mix)',
    projectDescription: 'Rough mix, before mastering.',
    fileName: 'low-bridge-rough.txt',
    content: lyric('Low bridge coming / mind your crown'),
    outcome: 'abandoned',
    ageHours: 98,
  },
]
