import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { messageOf, type MailTransport } from './mail-transport.ts'

/** Removes the mails about an order from an outbox; where there is none, there is nothing to remove. */
export async function removeFromOutbox(folder: string, orderId: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((known) => known.includes(orderId))) {
    await rm(path.join(folder, name), { force: true })
  }
}

/**
 * Writes mails as `.eml` files, which every mail program opens: the shop without a mail server. Whole files only, under
 * a name made from the mail, so that a repeat replaces the file and there is still one.
 */
export function outboxTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, from))
      const moment = mail.date.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
      const target = path.join(folder, `${moment}-${mail.name}.eml`)
      const draft = `${target}.${process.pid}.tmp`
      await mkdir(folder, { recursive: true })
      try {
        const handle = await open(draft, 'w')
        try {
          if (!Buffer.isBuffer(message)) throw new TypeError('a buffered mail is a buffer')
          await handle.writeFile(message)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
  }
}
