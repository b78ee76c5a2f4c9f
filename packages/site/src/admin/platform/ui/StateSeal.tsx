import { Seal } from '../../../ui/Seal.tsx'

interface StateSealProps {
  /** 64 hexadecimal digits. */
  sha256: string
  /** Width and height in CSS pixels. */
  size: number
  isRecorded: boolean
}

/** A seal in the color of the text, or green once its work or batch is recorded. */
export function StateSeal({ isRecorded, ...props }: StateSealProps) {
  return <Seal {...props} className={isRecorded ? 'admin-seal admin-recorded' : 'admin-seal'} />
}
