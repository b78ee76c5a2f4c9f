import type * as v from 'valibot'
import { anchorsVariables } from '../../proofs/anchoring/anchors-config.ts'
import { evmVariables } from '../../proofs/anchors/evm/evm-config.ts'
import { otsVariables } from '../../proofs/anchors/opentimestamps/ots-config.ts'
import { tsaVariables } from '../../proofs/anchors/rfc3161/tsa-config.ts'
import { paymentsVariables } from '../../orders/gateway/payments-config.ts'
import { settingVariables } from '../../settings/setting-variables.ts'
import { storageVariables } from '../../platform/storage/storage-config.ts'
import {
  adminVariables,
  backupVariables,
  dataVariables,
  mailVariables,
  monitoringVariables,
  serverVariables,
} from '../config/server-variables.ts'
import { docsOf } from '../../platform/config/variable.ts'

interface Section {
  title: string
  note?: string
  variables: Record<string, v.GenericSchema<string | undefined, unknown>>
}

const adminNote = (row: string) =>
  `An owner can enter them in the admin instead, under Settings, Services, ${row}, without a restart. A variable comes first, and the admin shows it as set by the variable.`

const sections: Section[] = [
  { title: 'Server', variables: serverVariables },
  {
    title: 'Settings',
    note: 'They override the settings in the admin, which shows them as set by the variable.',
    variables: settingVariables,
  },
  { title: 'Data', variables: dataVariables },
  { title: 'Files in a bucket', variables: storageVariables },
  { title: 'Payments', note: adminNote('Payments'), variables: paymentsVariables },
  { title: 'Email', note: adminNote('Emails'), variables: mailVariables },
  { title: 'Recording', note: adminNote('Recording'), variables: anchorsVariables },
  {
    title: 'Recording on an EVM chain',
    note: 'Required when `ANCHORS` contains `evm`, except the maximum fee.',
    variables: evmVariables,
  },
  {
    title: 'Recording with OpenTimestamps',
    note: 'Used when `ANCHORS` contains `opentimestamps`.',
    variables: otsVariables,
  },
  {
    title: 'Time-stamps of authorities',
    note: 'Used when `ANCHORS` contains `rfc3161`. Only `TSA_URLS` is required.',
    variables: tsaVariables,
  },
  { title: 'First administrator', variables: adminVariables },
  { title: 'Limits and monitoring', variables: monitoringVariables },
  {
    title: 'Backups',
    note: 'The keys encrypt the backups of the server and of `npm run backup`; `npm run restore` decrypts them ([backup](backup.md)).',
    variables: backupVariables,
  },
]

const introduction = `# Configuration

<!-- Generated from the schema in packages/api/src. Run \`npm run docs\` to update it. -->

Everything is configured with environment variables, or in the admin where this page says so. A laptop needs none. The server checks all of them when it starts and
names each one that is wrong; \`npm run doctor\` also checks what they point to. An empty variable counts as absent.
\`deploy/priormark.env.example\` is a production setup to fill in.
`

/** Returns the text of docs/configuration.md. */
export function configurationDocument(): string {
  return [introduction, ...sections.map(sectionText)].join('\n')
}

function sectionText({ title, note, variables }: Section): string {
  const rows = Object.entries(variables).map(([name, schema]) => {
    const { description, default: fallback = 'none', unit, isRequiredInProduction } = docsOf(schema)
    const value = unit === undefined ? fallback : withUnit(fallback, unit)
    const cells = [
      `\`${name}\``,
      value,
      isRequiredInProduction ? `${description} Required in production.` : description,
    ]
    return `| ${cells.join(' | ')} |`
  })
  const header = ['| Variable | Default | Description |', '| --- | --- | --- |']
  return [`## ${title}`, '', ...(note === undefined ? [] : [note, '']), ...header, ...rows, ''].join('\n')
}

/** Adds the unit to a default, which is a number or a text that says where the number comes from. */
const withUnit = (fallback: string, unit: string) =>
  fallback.startsWith('`') ? `${fallback} ${unit}` : `${fallback}, in ${unit}`
