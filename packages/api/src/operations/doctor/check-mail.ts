import type { CheckResult } from '@priormark/core/platform/check-result'
import { connect, type Socket } from 'node:net'
import { fine, checkTimeoutMs, problem, reasonOf, warning } from '../../platform/check-result.ts'
import { verifyMailLogin } from '../../platform/mail/mail-transport.ts'

/** Checks that the mail server is reachable, encrypted, and accepts the credentials. Sends nothing. */
export async function checkMail(url: string | null, isProduction: boolean): Promise<CheckResult[]> {
  if (url === null) {
    const message = 'There is no mail server: emails are written to DATA_DIR/outbox and not delivered.'
    const remedy =
      'Enter it in the admin under Settings, Services, or set SMTP_URL, such as smtp://user:password@smtp.example.org:587.'
    return [isProduction ? problem(message, remedy) : warning(message, remedy)]
  }
  const { protocol, hostname, port } = new URL(url)
  const mailPort = Number(port || (protocol === 'smtps:' ? 465 : 587))
  const isEncrypted = protocol === 'smtps:' || (await offersStartTls(hostname, mailPort).catch(() => null))
  if (isEncrypted === null) {
    return [
      problem(
        `The mail server ${hostname} does not respond on port ${mailPort}.`,
        'Check the server and the port. Many hosts block ports 25 and 465: use 587 or 2525 if the provider offers them.',
      ),
    ]
  }
  return [
    isEncrypted
      ? fine(`The mail server ${hostname} responds and supports TLS.`)
      : problem(
          `The mail server ${hostname} does not offer STARTTLS: emails and the password are sent unencrypted.`,
          'Use TLS from the start (smtps://), or another port of the provider.',
        ),
    await checkLogin(url),
  ]
}

async function checkLogin(url: string): Promise<CheckResult> {
  try {
    await verifyMailLogin(url, checkTimeoutMs)
    return fine('The mail server accepts the login.')
  } catch (error) {
    return problem(
      `The mail server rejects the login (${reasonOf(error)}).`,
      'Check the user name and the password. In SMTP_URL, special characters must be percent-encoded.',
    )
  }
}

/** Sends EHLO and looks for STARTTLS among the extensions. @throws if the server does not respond */
function offersStartTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host, port, timeout: checkTimeoutMs })
    let response = ''
    socket.on('data', (chunk) => {
      const isGreeting = response === ''
      response += chunk.toString('latin1')
      if (isGreeting) socket.write('EHLO doctor.invalid\r\n')
      else if (/^250 /m.test(response)) {
        socket.end('QUIT\r\n')
        resolve(/^250[ -]STARTTLS/im.test(response))
      }
    })
    socket.once('timeout', () => socket.destroy(new Error('no response')))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('connection closed')))
  })
}
