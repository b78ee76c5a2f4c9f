import 'fake-indexeddb/auto'
import { test, vi } from 'vitest'
import { propertyRuns } from '@priormark/core/testing/depth'
import { checkInvariants } from '@priormark/core/testing/draft-persistent-store'
import { webTestStore } from './web-test-store.ts'

vi.setConfig({ testTimeout: 3_600_000 })

test('over IndexedDB too no draft is lost, applied twice or written over unseen, and all end with what the server has', async () => {
  await checkInvariants(propertyRuns({ normal: 60, deep: 20_000 }), webTestStore)
})
