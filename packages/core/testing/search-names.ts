/** What a person types, and a name that it must find, wherever one searches. */
export const searchNames: readonly (readonly [typed: string, name: string])[] = [
  ['Lukasz', 'Łukasz'],
  ['Łukasz', 'Lukasz'],
  ['Soren', 'Søren'],
  ['Weiss', 'Weiß'],
  ['WEISS', 'Weiß'],
  ['Aegir', 'Ægir'],
  ['ISIK', 'Işık'],
  ['ışık', 'ISIK'],
  ["O'Brien", 'O’Brien'],
  ['O’Brien', "O'Brien"],
  ['Dordevic', 'Đorđević'],
  ['Smith-Jones', 'Smith\u2011Jones'],
  ['istanbul', 'İstanbul'],
  ['ΝΙΚΟΣ', 'Νίκος'],
]
