import * as v from 'valibot'
import { trimEndOf } from '@priormark/core/platform/trim-end'
import { variable } from '../config/variable.ts'

export const storageVariables = {
  S3_ENDPOINT: variable(v.string(), {
    default: 'files in `DATA_DIR`',
    description:
      'The address of an S3-compatible store, such as `https://s3.eu-west-2.amazonaws.com`. Set all of these but the prefix, or none ([growing](growing.md)).',
  }),
  S3_BUCKET: variable(v.string(), { description: 'The bucket for all files. It should be private.' }),
  S3_REGION: variable(v.string(), { description: 'The bucket’s region.' }),
  S3_ACCESS_KEY_ID: variable(v.string(), { description: 'The key that may list, read, write and delete.' }),
  S3_SECRET_ACCESS_KEY: variable(v.string(), { description: 'The secret of that key.' }),
  S3_PREFIX: variable(v.string(), { description: 'The folder in the bucket that all names begin with.' }),
}

/** The variables as given in the environment. */
type StorageSettings = v.InferInput<v.ObjectSchema<typeof storageVariables, undefined>>

/** A bucket of an S3-compatible store. */
export interface BucketConfig {
  kind: 's3'
  /** Without a trailing slash. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The prefix of every name in the bucket: '' or a path with a trailing slash. */
  prefix: string
}

/** Whether files are stored in a folder of this machine or in a bucket. */
export type StorageConfig = { kind: 'disk' } | BucketConfig

const required = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

/** Returns where files are stored, or one message for each missing or invalid variable. */
export function readStorageConfig(settings: StorageSettings): StorageConfig | { problems: string[] } {
  const value = (name: keyof StorageSettings) => settings[name]?.trim() ?? ''
  const configuredNames = [...required, 'S3_PREFIX' as const].filter((name) => value(name) !== '')
  if (configuredNames.length === 0) return { kind: 'disk' }

  const problems = required
    .filter((name) => value(name) === '')
    .map(
      (name) =>
        `${name} is not set, but ${configuredNames.join(', ')} ${configuredNames.length > 1 ? 'are' : 'is'}.`,
    )
  const endpoint = trimEndOf(value('S3_ENDPOINT'), '/')
  if (endpoint !== '' && !/^https?:\/\/[^/?#@]+$/.test(endpoint)) {
    problems.push(
      'S3_ENDPOINT must be an address without a path, such as https://s3.eu-west-2.amazonaws.com.',
    )
  }
  if (!/^[a-z0-9.-]{0,63}$/.test(value('S3_BUCKET'))) {
    problems.push('S3_BUCKET must be the name of a bucket: lowercase letters, digits, hyphens and dots.')
  }
  const prefix = trimEndOf(value('S3_PREFIX').replace(/^\/+/, ''), '/')
  if (!/^[\w./-]{0,200}$/.test(prefix)) {
    problems.push('S3_PREFIX must contain only letters, digits and the characters ._-/.')
  }
  if (problems.length > 0) return { problems }
  return {
    kind: 's3',
    endpoint,
    bucket: value('S3_BUCKET'),
    region: value('S3_REGION'),
    accessKeyId: value('S3_ACCESS_KEY_ID'),
    secretAccessKey: value('S3_SECRET_ACCESS_KEY'),
    prefix: prefix === '' ? '' : `${prefix}/`,
  }
}
