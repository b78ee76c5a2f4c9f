import { useMutation } from '@tanstack/react-query'
import { toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../session/admin-context.tsx'

/** Downloads a file from the API, and shows a toast if that fails. */
export function useDownload() {
  const { platform } = useAdmin()
  return useMutation({
    mutationFn: ({ path, fileName }: { path: string; fileName: string }) => platform.download(path, fileName),
    onError: toastFailedDownload,
  })
}

export function toastFailedDownload(): void {
  toastError('Download failed', 'Could not download the file')
}
