import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { ProofTables } from '../proofs/tables.ts'
import type { WebhookEvent } from './payments/payment-events.ts'
import type { ServicePrice } from './price/price-service.ts'
import type { PartialUpload, UploadPart, Upload } from './uploads/upload-entity.ts'

/** The tables that are read without entities, of this room and of those below it. */
export interface OrderTables extends ProofTables {
  partial_upload: InferKyselyTable<typeof PartialUpload>
  service_price: InferKyselyTable<typeof ServicePrice>
  upload: InferKyselyTable<typeof Upload>
  upload_part: InferKyselyTable<typeof UploadPart>
  webhook_event: InferKyselyTable<typeof WebhookEvent>
}

export const queries = (em: Em) => em.getKysely<OrderTables>()
