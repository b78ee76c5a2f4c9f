export type Role = 'button' | 'checkbox' | 'link' | 'radio' | 'tab'

/**
 * Uses a page the way a person does. Names are accessible names, computed by the browser engine, and must match exactly.
 * Every method waits until its target exists. @throws with the page's visible text after a timeout
 */
export interface PageDriver {
  open(url: string): Promise<void>
  /** Runs a function in the page, as an extension of the browser does. It uses nothing from outside. */
  run(change: () => void): Promise<void>
  goBack(): Promise<void>
  click(role: Role, name: string): Promise<void>
  /** Replaces the content of a field by typing. */
  fill(label: string, text: string): Promise<void>
  /** Chooses an option of a select field. */
  choose(label: string, option: string): Promise<void>
  /** Chooses files from the dialog that a button opens. */
  chooseFiles(button: string, ...paths: string[]): Promise<void>
  waitForText(text: string): Promise<void>
  /** Waits until an image whose address contains this text is loaded. */
  waitForImage(addressPart: string): Promise<void>
  waitForAddress(address: RegExp): Promise<void>
  inFrame(title: string, act: (frame: PageDriver) => Promise<void>): Promise<void>
}

/** A page in a new browser profile. */
export interface Visitor {
  page: PageDriver
  /** Uncaught errors and console errors of all pages so far. Always empty in an engine whose driver does not report them. */
  errors: readonly string[]
  leave(): Promise<void>
}

export interface Engine {
  newVisitor(): Promise<Visitor>
  stop(): Promise<void>
}

/** Elements that `fill` accepts. */
export const fieldSelector =
  'input:not([type=checkbox], [type=file]), textarea, select, [contenteditable=true]'

/** How long a driver waits for a condition. Only stops hung tests. */
export const waitMs = 90_000

/** Returns the error for a condition that timed out, with the visible text of the page. */
export function notSeen(what: string, url: string, visibleText: string, cause: unknown): Error {
  const message = `Not seen within ${waitMs / 1000} s at ${url}: ${what}\nThe page shows:\n${visibleText}`
  return new Error(message, { cause })
}
