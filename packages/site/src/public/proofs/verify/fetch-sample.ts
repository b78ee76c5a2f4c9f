import { orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { sampleEndpoints } from '@priormark/core/proofs/sample/endpoints'
import { sampleOrderKey, sampleWork } from '@priormark/core/proofs/sample/sample-order'
import { toast } from '../../../ui/toast-store.ts'
import type { InputFile } from './chosen-files.ts'

/** Downloads the file and the proof of the sample order. Returns null, and says so, if that fails. */
export async function fetchSample(): Promise<InputFile[] | null> {
  const proofPath = orderProgressEndpoints.proof.path.replace(':key', sampleOrderKey)
  try {
    const [work, proof] = await Promise.all([download(sampleEndpoints.work.path), download(proofPath)])
    return [
      { name: sampleWork.fileName, blob: work, path: null },
      { name: 'proof.json', blob: proof, path: null },
    ]
  } catch {
    toast({
      title: 'We couldn’t load the sample',
      description: 'Please try again in a moment.',
      variant: 'destructive',
    })
    return null
  }
}

async function download(path: string): Promise<Blob> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.blob()
}
