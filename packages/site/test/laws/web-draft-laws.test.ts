import 'fake-indexeddb/auto'
import { test, vi } from 'vitest'
import { propertyRuns } from '@priormark/core/testing/depth'
import { holdLawsOver } from '@priormark/core/testing/draft-lasting-store'
import { webStoreOfLaws } from './web-store-of-laws.ts'

vi.setConfig({ testTimeout: 3_600_000 })

test('over IndexedDB too no draft is lost, applied twice or written over unseen, and all end with what the server has', async () => {
  await holdLawsOver(propertyRuns({ normal: 60, deep: 20_000 }), webStoreOfLaws)
})
