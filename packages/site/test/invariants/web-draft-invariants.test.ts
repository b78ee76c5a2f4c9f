import 'fake-indexeddb/auto'
import { test, vi } from 'vitest'
import { propertyRuns } from '@priormark/core/testing/depth'
import { checkInvariants } from '@priormark/core/testing/draft-persistent-store'
import { webTestStore } from './web-test-store.ts'

vi.setConfig({ testTimeout: 3_600_000 })

test('in IndexedDB no draft is lost, applied twice or overwritten unseen, and all copies end up equal to the server’s', async () => {
  await checkInvariants(propertyRuns({ normal: 60, deep: 20_000 }), webTestStore)
})
