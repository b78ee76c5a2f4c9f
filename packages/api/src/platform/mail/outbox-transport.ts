import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { toNodemailer, type MailTransport, type ReadSender } from './mail-transport.ts'

/** Deletes the emails about an order from an outbox, if the outbox exists. */
export async function removeFromOutbox(folder: string, orderId: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((candidate) => candidate.includes(orderId))) {
    await rm(path.join(folder, name), { force: true })
  }
}

/**
 * Writes emails as `.eml` files, for shops without a mail server. Files are complete when they appear, and a repeated email
 * replaces its file.
 */
export function outboxTransport(folder: string, readSender: ReadSender): MailTransport {
  return {
    async send(mail) {
      // Loaded with the first email, to keep the server's start fast.
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await composer.sendMail(await toNodemailer(mail, await readSender()))
      const timestamp = mail.date.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
      const target = path.join(folder, `${timestamp}-${mail.name}.eml`)
      const partialFile = `${target}.${process.pid}.tmp`
      await mkdir(folder, { recursive: true })
      try {
        await writeFile(partialFile, message, { flush: true })
        await rename(partialFile, target)
      } catch (error) {
        await rm(partialFile, { force: true })
        throw error
      }
    },
  }
}
