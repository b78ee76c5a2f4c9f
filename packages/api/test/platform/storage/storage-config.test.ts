import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../src/operations/config/env.ts'

const bucket = {
  S3_ENDPOINT: 'https://s3.eu-west-2.amazonaws.com/',
  S3_BUCKET: 'works',
  S3_REGION: 'eu-west-2',
  S3_ACCESS_KEY_ID: 'AKIA',
  S3_SECRET_ACCESS_KEY: 'secret',
}

function problemsOf(variables: Record<string, string>): string[] {
  try {
    readConfig(variables, { allowsStandIns: true })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('stores files on the disk by default, and in a configured bucket', () => {
  expect(readConfig({}, { allowsStandIns: true }).storage).toEqual({ kind: 'disk' })
  expect(readConfig({ ...bucket, S3_PREFIX: '/shop/' }, { allowsStandIns: true }).storage).toEqual({
    kind: 's3',
    endpoint: 'https://s3.eu-west-2.amazonaws.com',
    bucket: 'works',
    region: 'eu-west-2',
    accessKeyId: 'AKIA',
    secretAccessKey: 'secret',
    prefix: 'shop/',
  })
})

test.each(Object.keys(bucket))('reports that %s is missing', (name) => {
  const rest = Object.fromEntries(Object.entries(bucket).filter(([other]) => other !== name))
  const [problem, ...others] = problemsOf(rest)
  expect(problem).toMatch(new RegExp(`^${name} is not set, but S3_`))
  expect(others).toEqual([])
})

test.each([
  ['S3_ENDPOINT', 's3.example.org'],
  ['S3_ENDPOINT', 'https://s3.example.org/works'],
  ['S3_BUCKET', 'My Works'],
  ['S3_PREFIX', 'a?b'],
])('reports %s=%j with a message that names it', (name, value) => {
  const [problem, ...others] = problemsOf({ ...bucket, [name]: value })
  expect(problem).toMatch(new RegExp(`^${name} must .*\\.$`))
  expect(others).toEqual([])
})
