/** The package has no types. Node.js has a module of the same name, so the package is imported by its file. */
declare module 'punycode/punycode.js' {
  const punycode: {
    /** Decodes the labels of a domain, or of an address's domain. @throws RangeError */
    toUnicode(domain: string): string
  }
  export default punycode
}
