import { expect, test } from 'vitest'
import { parseReply } from '@priormark/core/http/client'
import { monitoringEndpoints } from '@priormark/core/monitoring/endpoints'

test('an app accepts a health issue of a kind that only a newer server knows', () => {
  const issue = {
    kind: 'introduced_later',
    title: 'Something new is wrong',
    mend: 'Fix it.',
    orders: [],
    path: null,
  }
  const report = {
    checkedAt: '2026-11-23T00:00:00.000Z',
    concerns: [issue],
    failedMails: [],
    uploads: {
      unpaidBytes: 0,
      unpaidLimitBytes: 1,
      largestNetworkBytes: 0,
      perNetworkLimitBytes: 1,
      freeBytes: null,
      minFreeBytes: 0,
    },
  }
  expect(parseReply(monitoringEndpoints.health, JSON.stringify(report)).concerns).toEqual([issue])
})
