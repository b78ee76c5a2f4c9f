import { anchorEndpoints } from '@priormark/core/proofs/anchors/endpoints'
import { route, type AppRouter } from '../../platform/http/route.ts'
import {
  anchorsOfOrder,
  codeOfOrder,
  declareLink,
  readQueue,
  retryAnchor,
  sealNow,
  type AnchorDeps,
} from './anchor-service.ts'
import { anchorView } from './anchor-list.ts'

export function anchorRoutes(router: AppRouter, deps: AnchorDeps): void {
  route(router, anchorEndpoints.queue, ({ em, query }) => readQueue(em, deps.anchors, query))

  route(router, anchorEndpoints.seal, async ({ em, actor }) => ({
    sealedOrders: await sealNow(em, deps, actor),
  }))

  route(router, anchorEndpoints.retry, async ({ em, params, actor }) =>
    anchorView(await retryAnchor(em, deps, actor, params.id)),
  )

  route(router, anchorEndpoints.declareLink, async ({ em, params, body, actor }) =>
    anchorView(await declareLink(em, deps, actor, { id: params.id, link: body.link })),
  )

  route(router, anchorEndpoints.codeOfOrder, ({ em, params }) => codeOfOrder(em, deps.anchors, params.id))

  route(router, anchorEndpoints.ofOrder, async ({ em, params }) =>
    (await anchorsOfOrder(em, params.id)).map(anchorView),
  )
}
