import type { Download, Page } from '@playwright/test'

/** Resolves with the download of the next new tab. A tab may begin it before a test that waits for the tab continues. */
export function tabDownload(page: Page): Promise<Download> {
  return new Promise((resolve) => {
    page.context().once('page', (tab) => tab.once('download', resolve))
  })
}
