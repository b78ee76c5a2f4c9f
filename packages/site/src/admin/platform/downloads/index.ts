export { downloadsPath, downloadStatusText } from './download-labels.ts'
export { useDownloads } from './use-downloads.ts'
