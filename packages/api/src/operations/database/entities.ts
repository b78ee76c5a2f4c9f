import { EvmAttempt, EvmTransaction } from '../../proofs/anchors/evm/evm-transaction-entity.ts'
import { OtsStamp } from '../../proofs/anchors/opentimestamps/ots-repository.ts'
import { TsaToken } from '../../proofs/anchors/rfc3161/tsa-token-entity.ts'
import { AuditEntry } from '../../staff/audit/audit-service.ts'
import { AccessToken, Admin, RecoveryCode, AccountLink } from '../../staff/auth/admin-entity.ts'
import {
  Author,
  Post,
  PostImage,
  PostViewCount,
  PostPreview,
  PostRevision,
  SlugRedirect,
  BlogWord,
  PostTopic,
  Topic,
} from '../../blog/post-entity.ts'
import { IdempotentRequest } from '../../blog/post-changes.ts'
import { RateLimit } from '../../platform/http/rate-limit.ts'
import { Image } from '../../blog/images/image-entity.ts'
import { MoneyMovement } from '../../order-book/money-movement-entity.ts'
import { Order, OrderEvent } from '../../order-book/order-entity.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import { Anchor, AnchorBatch } from '../../proofs/leaves/anchor-entity.ts'
import { ProofLeaf } from '../../proofs/leaves/leaf-entity.ts'
import { AcceptedTerms } from '../../settings/accepted-terms-service.ts'
import { LegalVersion } from '../../settings/legal-service.ts'
import { SettingGroup } from '../../settings/settings-service.ts'
import { Upload, PartialUpload, UploadPart } from '../../orders/uploads/upload-entity.ts'
import { Setting } from '../../platform/database/setting-service.ts'
import { ServicePrice } from '../../orders/price/price-service.ts'
import { WebhookEvent } from '../../orders/payments/payment-events.ts'
import { OrderMail } from '../../order-book/order-mail-service.ts'

/** All tables of the product. */
export const entities = [
  AcceptedTerms,
  AccessToken,
  AccountLink,
  Admin,
  Anchor,
  AnchorBatch,
  AuditEntry,
  Author,
  IdempotentRequest,
  BlogWord,
  EvmAttempt,
  EvmTransaction,
  Image,
  LegalVersion,
  MoneyMovement,
  Order,
  OrderEvent,
  OrderMail,
  OtsStamp,
  PartialUpload,
  Post,
  PostImage,
  PostPreview,
  PostRevision,
  PostTopic,
  PostViewCount,
  ProofLeaf,
  RateLimit,
  RecoveryCode,
  Refund,
  ServicePrice,
  Setting,
  SettingGroup,
  SlugRedirect,
  Topic,
  TsaToken,
  Upload,
  UploadPart,
  WebhookEvent,
]
