import { EvmAttempt } from '../../proofs/anchors/evm/evm-attempt-entity.ts'
import { EvmTransaction } from '../../proofs/anchors/evm/evm-transaction-entity.ts'
import { OtsStamp } from '../../proofs/anchors/opentimestamps/ots-stamp-entity.ts'
import { AuditEntry } from '../../staff/audit/audit-entity.ts'
import { AccessToken } from '../../staff/auth/access-token-entity.ts'
import { Admin } from '../../staff/auth/admin-entity.ts'
import { RecoveryCode } from '../../staff/auth/recovery-code-entity.ts'
import { AccountLink } from '../../staff/auth/account-link-entity.ts'
import { Author } from '../../blog/author-entity.ts'
import { IdempotentRequest } from '../../blog/idempotent-request-entity.ts'
import { Post, PostImage } from '../../blog/post-entity.ts'
import { PostViewCount } from '../../blog/post-view-count-entity.ts'
import { PostPreview } from '../../blog/preview-entity.ts'
import { PostRevision } from '../../blog/post-revision-entity.ts'
import { SlugRedirect } from '../../blog/slug-redirect-entity.ts'
import { PostTopic, Topic } from '../../blog/topic-entity.ts'
import { BlogWord } from '../../blog/word-entity.ts'
import { RateLimit } from '../../platform/http/rate-limit-entity.ts'
import { Image } from '../../blog/images/image-entity.ts'
import { Order } from '../../order-book/order-entity.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import { Anchor } from '../../proofs/leaves/anchor-entity.ts'
import { AnchorBatch } from '../../proofs/leaves/batch-entity.ts'
import { ProofLeaf } from '../../proofs/leaves/leaf-entity.ts'
import { AcceptedTerms } from '../../settings/accepted-terms-entity.ts'
import { LegalVersion } from '../../settings/legal-version-entity.ts'
import { SettingGroup } from '../../settings/setting-group-entity.ts'
import { Upload, PartialUpload, UploadPart } from '../../orders/uploads/upload-entity.ts'
import { Setting } from '../../platform/database/setting-entity.ts'
import { OrderEvent } from '../../order-book/order-timeline.ts'
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
  Upload,
  UploadPart,
  WebhookEvent,
]
