import { fingerprintFile } from './fingerprint-file.ts'
import { sendFile } from './send-file.ts'
import { createUploader } from './uploader.ts'

/** Hashes in a worker and sends to our own server. */
export const uploadByBrowser = createUploader(fingerprintFile, sendFile)
