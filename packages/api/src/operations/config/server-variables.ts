import { minPasswordLength } from '@priormark/core/staff/auth/account-endpoints'
import { trimEndOf } from '@priormark/core/platform/trim-end'
import * as v from 'valibot'
import { parseTrustedProxies } from '../../platform/http/client-address.ts'
import { variable, variableWithDefault } from '../../platform/config/variable.ts'

const text = (max: number) => v.pipe(v.string(), v.maxLength(max, `must have at most ${max} characters`))

const secret = (min: number) => v.pipe(v.string(), v.minLength(min, `must have at least ${min} characters`))

const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`),
    v.transform(Number),
    v.minValue(min, `must be a whole number from ${min} to ${max}`),
    v.maxValue(max, `must be a whole number from ${min} to ${max}`),
  )

const address = (protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => protocols.some((protocol) => value.startsWith(`${protocol}//`)) && URL.canParse(value),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
  )

export const serverVariables = {
  NODE_ENV: variable(
    v.picklist(['production', 'development', 'test'], 'must be production, development or test'),
    {
      description:
        '`production` requires real payments and the business’s details. Others: `development`, `test`.',
    },
  ),
  HOST: variableWithDefault(text(255), '127.0.0.1', { description: 'The address the server listens on.' }),
  PORT: variableWithDefault(wholeNumber(0, 65_535), '3000', {
    description: 'The port the server listens on. `0` takes any free port.',
  }),
  PUBLIC_URL: variable(
    v.pipe(
      address(['http:', 'https:']),
      v.check(
        (value) => !URL.canParse(value) || new URL(value).origin === trimEndOf(value, '/'),
        'must have no path, query or user name',
      ),
    ),
    {
      default: '`http://localhost:PORT`',
      isRequiredInProduction: true,
      description: 'The site’s public address, without a path. `https://` turns on secure cookies and HSTS.',
    },
  ),
  TRUST_PROXY: variableWithDefault(
    v.pipe(
      v.string(),
      v.check(
        (value) => parseTrustedProxies(value) !== null,
        'must be 0, a number of proxies up to 9, or addresses such as 10.0.0.0/8,::1',
      ),
    ),
    '0',
    {
      description:
        'Whose `X-Forwarded-*` headers are trusted: a number of proxies in a row (`1` to `9`; nothing else may reach the port), or addresses and networks such as `10.0.0.0/8,::1`.',
    },
  ),
}

export const dataVariables = {
  DATA_DIR: variableWithDefault(text(1_000), 'var', {
    description:
      'The folder for the database (without `DATABASE_URL`), files (without a bucket) and emails (without `SMTP_URL`). A relative path starts at the project’s root.',
  }),
  DATABASE_URL: variable(address(['postgres:', 'postgresql:']), {
    default: 'PGlite in `DATA_DIR`',
    description: '`postgres://...` of PostgreSQL 15 or newer with the `pg_trgm` extension.',
  }),
  DATABASE_DIRECT_URL: variable(address(['postgres:', 'postgresql:']), {
    default: '`DATABASE_URL`',
    description:
      'A direct connection to PostgreSQL, needed behind a pooler in transaction mode so that jobs start immediately instead of at the next poll. See [growing](growing.md).',
  }),
  DATABASE_STUCK_SECONDS: variableWithDefault(wholeNumber(1, 3_600), '30', {
    unit: 'seconds',
    description:
      'How long all connections may be stuck before the process ends with exit code 75, so that its supervisor starts another.',
  }),
  ENCRYPTION_KEY: variable(secret(32), {
    default: 'a key in the database',
    description:
      'At least 32 characters. Encrypts the secrets of two-step verification and of the services in the settings (Stripe, mail server, chain), and signs cookies, so a copy of the database is not enough to log in or to use these services. Setting it ends browser logins once.',
  }),
}

export const mailVariables = {
  SMTP_URL: variable(address(['smtp:', 'smtps:']), {
    default: '`.eml` files in `DATA_DIR/outbox`',
    description: '`smtp://user:password@host:587` or `smtps://...`.',
  }),
  MAILS_AT_ONCE: variableWithDefault(wholeNumber(1, 50), '5', {
    unit: 'connections',
    description: 'How many connections to the mail server each process opens at the same time.',
  }),
  MAILS_PER_SECOND: variable(wholeNumber(1, 1_000), {
    default: 'no limit',
    description: 'How many emails each process may send per second.',
  }),
  MAIL_FROM: variable(
    v.pipe(v.string(), v.regex(/@/, 'must be an email address, such as Priormark <hello@example.org>')),
    { default: 'the shop’s name and support email', description: 'The sender of all emails.' },
  ),
}

export const adminVariables = {
  ADMIN_USERNAME: variable(text(200), {
    default: '`admin`',
    description: 'The first administrator, created when the database has none.',
  }),
  ADMIN_PASSWORD: variable(secret(minPasswordLength), {
    default: 'random, printed once',
    description: `The first administrator’s password: at least ${minPasswordLength} characters.`,
  }),
  ADMIN_IDLE_HOURS: variableWithDefault(wholeNumber(1, 336), '12', {
    unit: 'hours',
    description: 'How long an administrator’s login lasts without a call.',
  }),
}

export const monitoringVariables = {
  LOG_LEVEL: variableWithDefault(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be fatal, error, warn, info, debug or silent',
    ),
    'info',
    {
      description:
        'The least severe level that is logged (JSON lines on standard error): `fatal`, `error`, `warn`, `info`, `debug`, or `silent`.',
    },
  ),
  METRICS_TOKEN: variable(secret(16), {
    default: 'none: only this machine may read the metrics',
    description:
      'At least 16 characters: the bearer token with which a monitor reads `GET /metrics` (Prometheus).',
  }),
  UPLOADS_AT_ONCE: variableWithDefault(wholeNumber(1, 10_000), '50', {
    unit: 'files',
    description: 'How many uploads one process accepts concurrently. Others get 503 and are retried.',
  }),
  UPLOADS_PER_NETWORK: variableWithDefault(wholeNumber(1, 10_000), '5', {
    unit: 'files',
    description:
      'How many of these uploads may come from one network (IPv4 /24, IPv6 /56). An IPv6 /48 gets twice, an IPv4 /16 or IPv6 /32 four times as many.',
  }),
  CALL_LIMITS: variableWithDefault(wholeNumber(0, 1_000), '1', {
    unit: 'times',
    description: 'Multiplies the rate limits per address. `0` turns them off, for load tests.',
  }),
}

export const backupVariables = {
  BACKUP_FOLDER: variable(text(1_000), {
    default: '`backups` in `DATA_DIR`',
    description: 'The folder for the backups that the server makes, best on another disk.',
  }),
  BACKUP_PASSPHRASE: variable(secret(12), {
    description: 'Encrypts and decrypts backups: at least 12 characters.',
  }),
  BACKUP_RECIPIENT: variable(
    v.pipe(v.string(), v.regex(/^age1[a-z0-9]+$/, 'must be an age public key, age1...')),
    { description: 'An age public key (`age1...`) that encrypts backups, used instead of the passphrase.' },
  ),
  BACKUP_IDENTITY: variable(
    v.pipe(
      v.string(),
      v.regex(/^AGE-SECRET-KEY-(?:\w+-)?[A-Z0-9]+$/, 'must be an age secret key, AGE-SECRET-KEY-1...'),
    ),
    {
      description: 'The age secret key that decrypts them (`AGE-SECRET-KEY-1...`). Only a restore needs it.',
    },
  ),
}
