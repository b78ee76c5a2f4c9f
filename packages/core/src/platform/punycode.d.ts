/** The package has no types. Its main name is a module of Node.js, so it is imported by its file. */
declare module 'punycode/punycode.js' {
  const punycode: {
    /** Decodes the labels of a domain, or of an address's domain. @throws RangeError */
    toUnicode(domain: string): string
  }
  export default punycode
}
