/** Reads a table of letters, each followed by what is written for it: 'ßss' is ß, written as ss. */
function readTable(table: string): ReadonlyMap<string, string> {
  const pairs = table.trim().split(/\s+/)
  return new Map(pairs.map((pair) => [pair.charAt(0), pair.slice(1)]))
}

/** Letters of the Latin script that Unicode does not decompose into a letter from a to z and an accent. Lower case. */
export const latinLetters = readTable(`
  ßss æae œoe øo đd ðd łl þth ıi ħh ŋng əe ŧt ĸk ƒf ȷj ƀb ɓb ɖd ɗd ɛe ɣg ǥg ɨi ɩi ƙk ɲn ɔo ɵo ʉu ʋv ƴy
  ƶz
`)

/** Greek and Cyrillic letters, as they are written in the Latin script. Lower case. */
export const transliterations = readTable(`
  αa άa βv γg δd εe έe ζz ηi ήi θth ιi ίi ϊi ΐi κk λl μm νn ξx οo όo πp ρr σs ςs τt υy ύy ϋy ΰy φf χch
  ψps ωo ώo
  аa бb вv гg ґg дd еe ёe єye жzh зz иi йy іi їyi јj кk лl љlj мm нn њnj оo пp рr сs тt ћc ђdj уu ўu
  фf хkh цts чch џdz шsh щshch ъ ыy ь эe юyu яya
`)
