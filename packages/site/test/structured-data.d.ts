declare module '@marbec/web-auto-extractor' {
  /** Structured data in a page, by type. */
  export interface Extracted {
    jsonld: Record<string, Record<string, unknown>[]>
    microdata: object
    rdfa: object
    errors: unknown[]
  }
  export default class WebAutoExtractor {
    constructor(options: { addLocation: boolean; embedSource: string[] })
    parse(html: string): Extracted
  }
}

declare module '@adobe/structured-data-validator' {
  import type { Extracted } from '@marbec/web-auto-extractor'

  export default class Validator {
    /** Checks Google's rules for rich results. */
    validate(extracted: Extracted): Promise<{ issueMessage: string; severity: 'ERROR' | 'WARNING' }[]>
  }
}
