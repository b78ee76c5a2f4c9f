import { defaultMailTexts } from './default-mail-texts.ts'
import type { MailSettings } from './mail.ts'

export const defaultMail: MailSettings = {
  summaryIsOn: true,
  summaryTo: '',
  summaryTime: '07:00',
  texts: defaultMailTexts,
}
