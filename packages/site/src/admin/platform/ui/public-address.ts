import type { Platform } from '@priormark/core/admin-platform'

/** Returns the absolute address of a path on the public site. */
export function publicAddress(path: string, { publicUrl }: Pick<Platform, 'publicUrl'>): string {
  return new URL(path, publicUrl ?? location.origin).href
}
