import { Seal } from '../../../ui/Seal.tsx'

interface StateSealProps {
  /** 64 hexadecimal digits. */
  sha256: string
  /** Width and height in CSS pixels. */
  size: number
  isRecorded: boolean
}

/** A seal: ink until what it stands for is recorded, then green. */
export function StateSeal({ isRecorded, ...props }: StateSealProps) {
  return <Seal {...props} className={isRecorded ? 'admin-seal admin-recorded' : 'admin-seal'} />
}
