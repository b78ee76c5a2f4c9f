import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { ProofTables } from '../proofs/tables.ts'
import type { WebhookEventSchema } from './payments/payment-events.ts'
import type { ServicePriceSchema } from './price/price-service.ts'
import type { PartialUploadSchema, UploadPartSchema, UploadSchema } from './uploads/upload-entity.ts'

/** The tables of this room and of those below it. */
export interface OrderTables extends ProofTables {
  partial_upload: InferKyselyTable<typeof PartialUploadSchema>
  service_price: InferKyselyTable<typeof ServicePriceSchema>
  upload: InferKyselyTable<typeof UploadSchema>
  upload_part: InferKyselyTable<typeof UploadPartSchema>
  webhook_event: InferKyselyTable<typeof WebhookEventSchema>
}

export const queries = (em: Em) => em.getKysely<OrderTables>()
