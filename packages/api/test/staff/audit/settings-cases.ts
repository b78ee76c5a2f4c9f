import type { AuditCases } from './audit-case.ts'

/** Every change of the price and the settings. */
export const settingsCases: AuditCases = {
  'POST /api/admin/direct/service-price': [
    'price.changed',
    (admin) => admin.api.price.change({ body: { price: 11.11 } }),
  ],
  'PUT /api/admin/settings/business': [
    'settings.changed',
    async (admin) => {
      const { business } = await admin.api.settings.read()
      const values = { ...business.values, name: 'Proofs & Co' }
      await admin.api.settings.business({ body: { version: business.version, values } })
    },
  ],
  'PUT /api/admin/settings/shop': [
    'settings.changed',
    async (admin) => {
      const { shop } = await admin.api.settings.read()
      const values = { ...shop.values, reviews: [] }
      await admin.api.settings.shop({ body: { version: shop.version, values } })
    },
  ],
  'POST /api/admin/settings/legal/:document': [
    'settings.legal_published',
    (admin) =>
      admin.api.legal.publish({
        params: { document: 'terms' },
        body: { basedOn: 1, text: '## Who we are\n\n{shopName}' },
      }),
  ],
  'POST /api/admin/settings/mail-test': [
    'settings.test_mail_sent',
    async (admin, app) => {
      const em = app.database.fork()
      await em.execute("update admin set email = 'owner@example.org' where username = 'admin'")
      const { links } = (await admin.api.settings.read()).mail.values.texts
      await admin.api.mailTexts.sendTest({ body: { kind: 'links', text: links } })
    },
  ],
  'PUT /api/admin/settings/mail': [
    'settings.changed',
    async (admin) => {
      const { mail } = await admin.api.settings.read()
      const values = { ...mail.values, summaryIsOn: false }
      await admin.api.settings.mail({ body: { version: mail.version, values } })
    },
  ],
  'PUT /api/admin/settings/data': [
    'settings.changed',
    async (admin) => {
      const { data } = await admin.api.settings.read()
      const values = { ...data.values, fileRetentionDays: 60 }
      await admin.api.settings.data({ body: { version: data.version, values } })
    },
  ],
  'PUT /api/admin/settings/time-zone': [
    'settings.changed',
    async (admin) => {
      const { timeZone } = await admin.api.settings.read()
      const values = { timeZone: 'Europe/London' }
      await admin.api.settings.timeZone({ body: { version: timeZone.version, values } })
    },
  ],
  'PUT /api/admin/settings/backup': [
    'settings.changed',
    async (admin) => {
      const { backup } = await admin.api.settings.read()
      const values = { ...backup.values, keptCount: backup.values.keptCount + 1 }
      await admin.api.settings.backup({ body: { version: backup.version, values } })
    },
  ],
  'POST /api/admin/backups': ['backup.started', (admin) => admin.api.backups.start()],
  'PUT /api/admin/opening/legal': ['settings.legal_read', (admin) => admin.api.opening.tickLegal()],
  'PUT /api/admin/settings/mail-server': [
    'settings.changed',
    async (admin) => {
      const { mailServer } = await admin.api.settings.read()
      const values = { ...mailServer.values, senderName: 'Proofs & Co' }
      await admin.api.services.changeMailServer({ body: { version: mailServer.version, values } })
    },
  ],
  'POST /api/admin/settings/mail-server/test': [
    'settings.test_mail_sent',
    async (admin, app) => {
      const em = app.database.fork()
      await em.execute("update admin set email = 'owner@example.org' where username = 'admin'")
      const { version, values } = (await admin.api.settings.read()).mailServer
      await admin.api.services.testMailServer({ body: { version, values } })
    },
  ],
  'PUT /api/admin/settings/payments': [
    'settings.changed',
    async (admin, app) => {
      const { version } = (await admin.api.settings.read()).payments
      await admin.api.services.changePayments({ body: { version, values: app.stripe.keys } })
    },
  ],
  'PUT /api/admin/settings/recording': [
    'settings.changed',
    async (admin) => {
      const { version, values } = (await admin.api.settings.read()).recording
      const next = { ...values, kinds: ['opentimestamps' as const] }
      await admin.api.services.changeRecording({ body: { version, values: next } })
    },
  ],
}
