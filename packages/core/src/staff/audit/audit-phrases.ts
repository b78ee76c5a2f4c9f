import * as v from 'valibot'
import { Uuid } from '../../platform/ids.ts'
import { mailKindLabel, mailKinds } from '../../platform/mail-kind.ts'
import { Role, roleLabels } from '../../platform/roles.ts'
import type { AuditEntry, auditTopics } from './endpoints.ts'

/** Every action belongs to a topic of the log. */
type ActionPrefix = (typeof auditTopics)[keyof typeof auditTopics]['actions'][number]

/** Every action of the audit log, as the words after the actor's name. A subject and a detail may follow. */
const auditPhrases = {
  'price.changed': 'changed the price',
  'settings.changed': 'changed the settings',
  'settings.test_mail_sent': 'sent themselves a test of the email',
  'settings.legal_published': 'published the text',
  'settings.legal_read': 'confirmed that they read the terms and the privacy text',
  'backup.started': 'started a backup',
  'order.changed': 'changed the order',
  'order.note_added': 'added a note to the order',
  'order.file_downloaded': 'downloaded the file of the order',
  'order.refund_requested': 'requested a refund of the order',
  'order.refund_recorded': 'recorded a refund, made another way, of the order',
  'order.link_used': 'used the secret link of the order',
  'orders.exported': 'exported orders as CSV',
  'statement.exported': 'exported a statement',
  'customer.exported': 'exported the data of the customer of the order',
  'customer.erased': 'erased the data of the customer of the order',
  'mail.sent_again': 'queued a failed email again for the order',
  'mail.resent': 'sent an email again for the order',
  'anchor.link_declared': 'saved the link of the batch',
  'anchor.retried': 'retried the batch',
  'anchors.sealed': 'recorded the waiting orders',
  'post.created': 'created the post',
  'post.changed': 'changed the post',
  'post.deleted': 'deleted the post',
  'post.published': 'published the post',
  'post.autosave_started': 'began to edit the post',
  'post.preview_made': 'made a preview link of the post',
  'author.created': 'added the author',
  'author.changed': 'changed the author',
  'author.deleted': 'deleted the author',
  'category.renamed': 'renamed the category',
  'category.merged': 'merged another category into',
  'category.deleted': 'deleted the category',
  'tag.renamed': 'renamed the tag',
  'tag.merged': 'merged another tag into',
  'tag.deleted': 'deleted the tag',
  'image.uploaded': 'uploaded the image',
  'image.deleted': 'deleted the image',
  login: 'logged in',
  'login.failed': 'could not log in',
  'login.code_asked': 'entered the right password and was asked for a code',
  'login.code_failed': 'entered a wrong code',
  logout: 'logged out',
  'account.password_changed': 'changed their password',
  'account.password_failed': 'entered a wrong password under Your account',
  'account.code_failed': 'entered a wrong code under Your account',
  'account.password_reset_requested': 'requested a link for a new password by email',
  'account.password_reset': 'set a new password by email',
  'account.email_requested': 'began to change their email address',
  'account.email_canceled': 'canceled the change of their email address',
  'account.email_changed': 'confirmed their email address',
  'account.login_ended': 'ended one of their logins',
  'account.logins_ended': 'ended all their other logins',
  'account.second_factor_begun': 'began to set up two-step verification',
  'account.second_factor_on': 'turned on two-step verification',
  'account.second_factor_off': 'turned off two-step verification',
  'account.recovery_codes_renewed': 'made new recovery codes',
  'admin.created': 'added the administrator',
  'admin.invited': 'invited',
  'admin.invitation_resent': 'sent the invitation again to',
  'admin.invitation_canceled': 'canceled the invitation of',
  'admin.joined': 'accepted the invitation to',
  'admin.two_step_required': 'required two-step verification for everyone',
  'admin.two_step_optional': 'made two-step verification optional',
  'admin.second_factor_off': 'turned off the two-step verification of',
  'admin.disabled': 'disabled the administrator',
  'admin.enabled': 'enabled the administrator',
  'admin.renamed': 'renamed an administrator to',
  'admin.role_changed': 'changed the role of the administrator',
  'admin.reset': 'reset the password of the administrator',
} as const satisfies Record<`${ActionPrefix}${string}`, string>

/** A stable name of something that is logged. */
export type AuditAction = keyof typeof auditPhrases

/** Returns the phrase of an action; the action itself if a newer version logged it. */
export function auditPhrase(action: string): string {
  const phrases: Readonly<Record<string, string>> = auditPhrases
  return Object.hasOwn(phrases, action) ? (phrases[action] ?? action) : action
}

/** What the fields of a changed order mean. */
const changedFields: Readonly<Record<string, string>> = {
  paymentConfirmed: 'marked as paid',
  confirmationEmailSent: 'marked the confirmation as sent',
  fulfillmentEmailSent: 'marked the fulfillment as sent',
  blockchainLink: 'saved the blockchain link',
  withoutPayment: 'although the payment was refunded or is disputed',
}

const linkUses: Readonly<Record<string, string>> = {
  order_page: 'opened the order page',
  certificate: 'opened the certificate',
  evidence: 'opened the evidence',
  copy: 'copied it',
}

/** Returns what the subject of an entry is called. An erased order no longer has a name. */
export function auditSubjectName(
  entry: Pick<AuditEntry, 'action' | 'subject' | 'subjectName' | 'detail'>,
): string {
  const { action, subject, subjectName, detail } = entry
  // The name at that time, even if the author has been deleted since.
  if (action === 'author.created' && detail !== null) return detail
  if (subjectName) return subjectName
  return v.is(Uuid, subject) ? subject.slice(0, 8) : (subject ?? '')
}

/** Returns the detail of an entry in words; '' without one, and if `auditSubjectName` returns it. */
export function auditDetail(action: string, detail: string | null): string {
  if (detail === null || action === 'author.created') return ''
  if (action === 'order.link_used') return linkUses[detail] ?? detail
  if (action === 'mail.resent' || action === 'mail.sent_again') return mailName(detail)
  if (action === 'price.changed') return `from ${detail}`
  if (action === 'admin.renamed') return `formerly ${detail}`
  if (action === 'admin.invited' || action === 'admin.joined') return asRole(detail)
  if (action.startsWith('admin.')) return roleChange(detail)
  if (action !== 'order.changed') return detail
  return detail
    .split(', ')
    .filter((field) => field !== 'status')
    .map((field) => changedFields[field] ?? field)
    .join(', ')
}

const actionsContinuedByDetail = new Set([
  'admin.invited',
  'admin.joined',
  'admin.role_changed',
  'price.changed',
])

/** Returns what is between subject and detail: only a space if the detail continues the sentence, such as "as a blog writer". */
export function auditSeparator(action: string): ' ' | ': ' {
  return actionsContinuedByDetail.has(action) ? ' ' : ': '
}

function mailName(kind: string): string {
  const mailKind = mailKinds.find((one) => one === kind)
  return mailKind === undefined ? kind : mailKindLabel[mailKind]
}

/** Returns the role that someone was invited to. */
function asRole(detail: string): string {
  return v.is(Role, detail) ? `as ${roleLabels[detail].title}` : detail
}

/** Returns a role, or the former and the new one, in words. */
function roleChange(detail: string): string {
  const names = detail.split(', ').map((role) => (v.is(Role, role) ? roleLabels[role].name : role))
  return names.length === 2 ? `from ${names.join(' to ')}` : names.join()
}
