export { downloadsPath, stripText } from './download-labels.ts'
export { useDownloads } from './use-downloads.ts'
