/**
 * The browser of tests, screenshots and measurements: `$CHROMIUM`, else Chromium's headless shell (the same engine without
 * the browser's own interface, which costs a third of the CPU time), else Chromium.
 */
export declare const chromiumPath: string
