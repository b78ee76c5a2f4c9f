import type { ComponentProps } from 'react'
import { Seal } from '../../../ui/Seal.tsx'

/** A seal in the color of the text, or green once its work or batch is recorded. */
export function StateSeal({ isRecorded, ...props }: ComponentProps<typeof Seal> & { isRecorded: boolean }) {
  return <Seal {...props} className={isRecorded ? 'admin-seal admin-recorded' : 'admin-seal'} />
}
