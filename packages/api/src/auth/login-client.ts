/** Names that a browser sends, and what people call it; the first that is there, since most claim to be several. */
const browsers: [RegExp, string][] = [
  [/\bElectron\//, 'Desktop console'],
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What logged in, in words: 'Firefox on Windows'. Null where it says nothing that is known. */
export function describeClient(userAgent: string): string | null {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser === null) return system === null ? null : `A program on ${system}`
  return system === null ? browser : `${browser} on ${system}`
}

function nameIn(names: readonly [RegExp, string][], userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}
