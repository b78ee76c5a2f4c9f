import { text as readText } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A received email: its recipients, and its content. */
export interface ReceivedMail {
  from: string
  recipients: string[]
  raw: string
  mail: Email
}

export interface MailServer {
  port: number
  url: string
  received: ReceivedMail[]
  stop: () => Promise<void>
}

/** What the server rejects; nothing by default. */
export interface MailServerRules {
  port?: number
  /** The only login that is accepted; by default none is needed. */
  login?: { user: string; password: string }
  refuseSender?: { code: number; message: string }
  refuseRecipient?: { code: number; message: string }
  /** Awaited before an email is accepted. */
  beforeTaken?: () => Promise<void>
}

/** Starts a real SMTP server in this process. */
export async function startMailServer(rules: MailServerRules = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: rules.login === undefined,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      const isRight = username === rules.login?.user && password === rules.login?.password
      callback(isRight ? null : refusal({ code: 535, message: 'Wrong user name or password' }), {
        user: username,
      })
    },
    // Stopping also ends connections that a client keeps open for its next email.
    closeTimeout: 10,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, callback) {
      callback(refusal(rules.refuseSender))
    },
    onRcptTo(_address, _session, callback) {
      callback(refusal(rules.refuseRecipient))
    },
    onData(stream, { envelope }, callback) {
      const take = async () => {
        const raw = await readText(stream)
        await rules.beforeTaken?.()
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          recipients: envelope.rcptTo.map(({ address }) => address),
          raw,
          mail: await PostalMime.parse(raw),
        })
      }
      callbackify(take)((error) => callback(error))
    },
  })
  server.on('error', () => undefined)
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    const net = server.listen(rules.port ?? 0, '127.0.0.1', () => {
      server.off('error', reject)
      const address = net.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(rule: { code: number; message: string } | undefined): Error | null {
  return rule === undefined ? null : Object.assign(new Error(rule.message), { responseCode: rule.code })
}
