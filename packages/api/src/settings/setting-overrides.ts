import type { GroupName } from '@priormark/core/settings/groups'
import { LegalText, type LegalDocument } from '@priormark/core/settings/legal'
import * as v from 'valibot'

/** A legal text of a file, with the time of the file. */
export const LegalFile = v.object({ text: LegalText, changedAt: v.date() })
export type LegalFile = v.InferOutput<typeof LegalFile>

/** A field that an environment variable sets, so that it cannot be changed. */
export interface SettingOverride {
  /** 'legal': the fields are the legal documents. */
  group: GroupName | 'legal'
  field: string
  variable: string
  value: unknown
}

/** Returns the fields of a group that are set, with a property of each. */
export function overridesOf<Key extends 'variable' | 'value'>(
  overrides: readonly SettingOverride[],
  group: GroupName,
  key: Key,
): Record<string, SettingOverride[Key]> {
  return Object.fromEntries(
    overrides
      .filter((override) => override.group === group)
      .map((override) => [override.field, override[key]]),
  )
}

/** Returns the file that replaces the published versions of a legal text, with its variable; null if there is none. */
export function legalOverrideOf(
  overrides: readonly SettingOverride[],
  document: LegalDocument,
): { variable: string; file: LegalFile } | null {
  const found = overrides.find(({ group, field }) => group === 'legal' && field === document)
  return found === undefined ? null : { variable: found.variable, file: v.parse(LegalFile, found.value) }
}
