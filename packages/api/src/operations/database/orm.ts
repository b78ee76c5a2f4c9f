import type { PGlite } from '@electric-sql/pglite'
import type { Constructor, MikroORM, Options } from '@mikro-orm/core'
import { Migrator, TSMigrationGenerator, type Migration } from '@mikro-orm/migrations'
import type { AbstractSqlDriver } from '@mikro-orm/sql'
import { PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../../platform/database/database.ts'
import {
  FailoverPool,
  withoutStatementLimit,
  type FailoverOptions,
} from '../../platform/database/failover-pool.ts'
import { EvmAttempt, EvmTransaction } from '../../proofs/anchors/evm/evm-transaction-entity.ts'
import { OtsStamp } from '../../proofs/anchors/opentimestamps/ots-repository.ts'
import { TsaToken } from '../../proofs/anchors/rfc3161/tsa-repository.ts'
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
import { Image } from '../../blog/images/image-service.ts'
import { MoneyMovement } from '../../order-book/money-movement-entity.ts'
import { Order, OrderEvent } from '../../order-book/order-entity.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import { Anchor, AnchorBatch, ProofLeaf } from '../../proofs/leaves/batch-entities.ts'
import { AcceptedTerms } from '../../settings/accepted-terms-service.ts'
import { LegalVersion } from '../../settings/legal-service.ts'
import { SettingGroup } from '../../settings/settings-service.ts'
import { Upload, PartialUpload, UploadPart } from '../../orders/uploads/upload-entity.ts'
import { Setting } from '../../platform/database/setting-service.ts'
import { ServicePrice } from '../../orders/price/price-service.ts'
import { WebhookEvent } from '../../orders/payments/payment-events.ts'
import { OrderMail } from '../../order-book/order-mail-service.ts'
import { migrations } from './migrations/list.ts'

/** All tables of the product. */
const entities = [
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

const migrationsLock = 4_157_201

type MigrationClass = Constructor<Migration>

const ormOptions = (migrationsList: MigrationClass[]) =>
  ({
    entities,
    extensions: [Migrator],
    forceUtcTimezone: true,
    migrations: {
      migrationsList,
      path: new URL('./migrations', import.meta.url).pathname,
      generator: TSMigrationGenerator,
      snapshot: false,
      silent: true,
    },
  }) satisfies Partial<Options<AbstractSqlDriver>>

export interface PostgresOptions extends Partial<FailoverOptions> {
  /** The maximum number of connections. */
  max?: number
  /** For tests of migrations. */
  migrationsList?: MigrationClass[]
}

/** Parses dates as Date, as PGlite does. pg's own parser takes three times as long, and a page of orders has a hundred dates. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text))

/** Opens PostgreSQL. @param url a `postgres://` address */
export async function openPostgres(
  url: string,
  { max = 10, limits = null, migrationsList = migrations, ...failover }: PostgresOptions = {},
): Promise<Database> {
  const { MikroORM } = await import('@mikro-orm/postgresql')
  const pool = new FailoverPool(
    { connectionString: url, max, types },
    { limits, repeatsReads: true, ...failover },
  )
  const orm = await MikroORM.init({
    ...ormOptions(migrationsList),
    clientUrl: url,
    driverOptions: new PostgresDialect({ pool }),
  })
  const migrate = (to?: string) =>
    withoutStatementLimit(() =>
      orm.em.fork().transactional(async (em) => {
        await sql`set local statement_timeout = 0`.execute(em.getKysely())
        await sql`select pg_advisory_xact_lock(${migrationsLock})`.execute(em.getKysely())
        await orm.migrator.up({ ...migrationTarget(to), transaction: em.getTransactionContext() })
      }),
    )
  return { ...databaseMethods(orm, migrate), pglite: null, url, poolCounts: () => pool.counts }
}

/**
 * Opens the database in this process. The caller closes `pglite` after the database.
 * @param migrationsList for tests of migrations
 */
export async function openPglite(
  pglite: PGlite,
  migrationsList: MigrationClass[] = migrations,
): Promise<Database> {
  const { MikroORM } = await import('@mikro-orm/pglite')
  const orm = await MikroORM.init({
    ...ormOptions(migrationsList),
    dbName: 'postgres',
    driverOptions: { pglite },
  })
  return {
    ...databaseMethods(orm, async (to) => void (await orm.migrator.up(migrationTarget(to)))),
    pglite,
    url: null,
    poolCounts: () => null,
  }
}

function migrationTarget(name: string | undefined): { to?: string } {
  return name === undefined ? {} : { to: name }
}

function databaseMethods(
  orm: MikroORM<AbstractSqlDriver>,
  migrate: Database['migrate'],
): Omit<Database, 'pglite' | 'url' | 'poolCounts'> {
  return {
    fork: () => orm.em.fork(),
    migrate,
    findSchemaDrift: () => orm.schema.getUpdateSchemaSQL({ wrap: false }),
    createMigration: async (name) =>
      (await orm.migrator.create(undefined, false, false, name)).fileName || null,
    close: () => orm.close(),
  }
}
